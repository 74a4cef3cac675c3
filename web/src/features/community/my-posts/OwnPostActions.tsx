import type { Post } from '@kutu/contract/community/community'
import { type AuthorPostAction, authorPostActions } from '@kutu/contract/community/moderation'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { postTitleId } from '../shared/PostCard.tsx'
import { editPostPath } from '../shared/paths.ts'
import { useWithdrawPost } from '../shared/queries.ts'

/** Buttons to edit or withdraw an own post, depending on its status. */
export function OwnPostActions({ post, onWithdrawn }: { post: Post; onWithdrawn?: () => void }) {
  const { t } = useTranslation()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const actions: readonly AuthorPostAction[] = authorPostActions[post.status]
  return (
    <>
      {actions.includes('edit') && (
        <LinkButton
          to={editPostPath(post.id)}
          variant="secondary"
          aria-describedby={postTitleId(post.id)}
          icon={Pencil}
        >
          {t('action.edit')}
        </LinkButton>
      )}
      {actions.includes('withdraw') && (
        <Button
          variant="quiet"
          aria-describedby={postTitleId(post.id)}
          icon={Trash2}
          onClick={() => setDialogOpen(true)}
          className={actions.includes('edit') ? '' : '-ml-4'}
        >
          {t('my_posts.withdraw')}
        </Button>
      )}
      <WithdrawDialog
        post={post}
        isOpen={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        onWithdrawn={onWithdrawn}
      />
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
  const { t } = useTranslation()
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
      confirmLabel={t('my_posts.withdraw')}
      onConfirm={withdraw}
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
