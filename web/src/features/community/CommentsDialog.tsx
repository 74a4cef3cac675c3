import type { Post } from '@kutu/contract/community'
import { useQuery } from '@tanstack/react-query'
import { CommentTabs } from '../../posts/CommentTabs.tsx'
import { useText } from '../../text/use-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { postQuery } from './queries.ts'

/** The comments on a post: those the list brought at once, all of them as soon as they have come. */
export function CommentsDialog({ post, onClose }: { post: Post | undefined; onClose: () => void }) {
  const { t } = useText()
  return (
    <Dialog wide isOpen={post !== undefined} onClose={onClose} title={t('comments.title')}>
      {post && <CommentsOf post={post} />}
    </Dialog>
  )
}

function CommentsOf({ post }: { post: Post }) {
  const whole = useQuery(postQuery(post.id))
  return (
    <div className="flex flex-col gap-4">
      <p dir="auto" className="text-start font-bold wrap-anywhere">
        {post.title}
      </p>
      {whole.isError && <LoadFailed error={whole.error} busy={whole.isFetching} onRetry={() => void whole.refetch()} />}
      <CommentTabs post={whole.data ?? post} own={whole.data?.my_responses ?? []} />
    </div>
  )
}
