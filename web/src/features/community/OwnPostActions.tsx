import type { Post } from '@kutu/contract/community'
import { type OwnPostMove, ownPostMoves } from '@kutu/contract/moderation'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { postTitleId } from '../../posts/PostCard.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { editPath } from './paths.ts'
import { useWithdrawPost } from './queries.ts'

/** What a farmer can still do with an own post. */
export function OwnPostActions({ post, onWithdrawn }: { post: Post; onWithdrawn?: () => void }) {
  const { t } = useText()
  const [isAsking, setAsking] = useState(false)
  const moves: readonly OwnPostMove[] = ownPostMoves[post.status]
  return (
    <>
      {moves.includes('edit') && (
        <LinkButton
          to={editPath(post.id)}
          variant="secondary"
          aria-describedby={postTitleId(post.id)}
          icon={<Pencil aria-hidden="true" className="size-5 shrink-0" />}
        >
          {t('my_posts.edit')}
        </LinkButton>
      )}
      {moves.includes('withdraw') && (
        <Button
          variant="quiet"
          aria-describedby={postTitleId(post.id)}
          icon={<Trash2 aria-hidden="true" className="size-5 shrink-0" />}
          onClick={() => setAsking(true)}
          className={moves.includes('edit') ? '' : '-ml-4'}
        >
          {t('my_posts.withdraw')}
        </Button>
      )}
      <WithdrawDialog post={post} isOpen={isAsking} onClose={() => setAsking(false)} onWithdrawn={onWithdrawn} />
    </>
  )
}

function WithdrawDialog({
  post,
  isOpen,
  onClose,
  onWithdrawn,
}: {
  post: Post
  isOpen: boolean
  onClose: () => void
  onWithdrawn: (() => void) | undefined
}) {
  const { t } = useText()
  const { mutateAsync } = useWithdrawPost()
  async function withdraw() {
    await mutateAsync(post.id)
    onWithdrawn?.()
    return t('my_posts.withdrawn')
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('my_posts.withdraw_title')}
      confirm={t('my_posts.withdraw')}
      act={withdraw}
    >
      <div className="flex flex-col gap-2">
        <p dir="auto" className="text-start font-bold wrap-anywhere">
          {post.title}
        </p>
        <p>{t('my_posts.withdraw_lead')}</p>
      </div>
    </ConfirmDialog>
  )
}
