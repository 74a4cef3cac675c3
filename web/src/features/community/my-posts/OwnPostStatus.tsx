import type { Post } from '@kutu/contract/community/community'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** Explains the status of an own post, with the reason when it was flagged or hidden. */
export function OwnPostStatus({ post: { status, flag_reason: reason } }: { post: Post }) {
  const { t } = useTranslation()
  if (status === 'withdrawn') return null
  if (status !== 'flagged' && status !== 'hidden')
    return <p className="text-sm text-muted">{t(`my_posts.${status}`)}</p>
  return (
    <div className="flex flex-col gap-1 rounded-lg border border-rust bg-rust-tint p-4">
      <p>{t(`my_posts.${status}`)}</p>
      {reason !== null && (
        <p dir="auto" className="text-start wrap-anywhere">
          <strong>{t('field.reason')}:</strong> {reason}
        </p>
      )}
    </div>
  )
}
