import type { Post } from '@kutu/contract/community/community'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { CommentTabs } from '../shared/CommentTabs.tsx'
import { postQuery } from '../shared/queries.ts'

/** Shows the comments on a post: first the ones the list contains, then all of them once loaded. */
export function ViewCommentsDialog({ post, onClose }: { post: Post | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog wide isOpen={post !== undefined} onClose={onClose} title={t('comments.title')}>
      {post && <CommentsDialogBody post={post} />}
    </Dialog>
  )
}

function CommentsDialogBody({ post }: { post: Post }) {
  const fullPost = useQuery(postQuery(post.id))
  return (
    <div className="flex flex-col gap-4">
      <p dir="auto" className="text-start font-bold wrap-anywhere">
        {post.title}
      </p>
      {fullPost.isError && (
        <LoadError error={fullPost.error} busy={fullPost.isFetching} onRetry={() => void fullPost.refetch()} />
      )}
      <CommentTabs post={fullPost.data ?? post} ownResponses={fullPost.data?.my_responses ?? []} />
    </div>
  )
}
