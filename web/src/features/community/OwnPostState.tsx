import type { Post } from '@kutu/contract/community'
import { useText } from '../../text/use-text.ts'
import { Notice, type NoticeKind } from '../../ui/Notice.tsx'

const kinds = {
  pending: 'warning',
  flagged: 'error',
} as const satisfies Partial<Record<Post['status'], NoticeKind>>

/** Where an own post stands: what its state means, and the expert's reason when flagged. */
export function OwnPostState({ post: { status, flag_reason: reason } }: { post: Post }) {
  const { t } = useText()
  if (status === 'withdrawn') return null
  if (status === 'approved') return <p className="text-sm text-muted">{t('my_posts.approved')}</p>
  return (
    <Notice kind={kinds[status]}>
      <p>{t(`my_posts.${status}`)}</p>
      {status === 'flagged' && reason !== null && (
        <p dir="auto" className="text-start wrap-anywhere">
          <strong>{t('post.reason')}</strong> {reason}
        </p>
      )}
    </Notice>
  )
}
