import { isConclusive } from '@kutu/contract/bands'
import type { WaitingResponse } from '@kutu/contract/community/community'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/api-query.ts'
import { ResponseThread } from '../../features/community/moderation/comments/ResponseThread.tsx'
import { ModeratedPost } from '../../features/community/moderation/post/ModeratedPost.tsx'
import type { Moderation } from '../../features/community/moderation/post/use-moderation.ts'
import { postCommentsPath } from '../../features/community/moderation/shared/paths.ts'
import { BookingList } from '../../features/consultations/expert-bookings/BookingList.tsx'
import { ClassShape } from '../../features/detection/classes/ClassShape.tsx'
import { AnalysisThumbnail } from '../../features/detection/history/AnalysisThumbnail.tsx'
import { WarningEvidence } from '../../features/surveillance/warnings/WarningEvidence.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LinkButton } from '../../ui/button/LinkButton.tsx'
import { TextLink } from '../../ui/button/TextLink.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import type { InboxItem } from './use-inbox.ts'

/** An item with its actions, and the last leaves of its farmer. */
export function InboxDetail({ item, moderation }: { item: InboxItem; moderation: Moderation }) {
  const { t } = useTranslation()
  switch (item.kind) {
    case 'warning':
      return <WarningEvidence id={item.warning.id} />
    case 'post':
      return (
        <>
          <ModeratedPost {...{ post: item.post, moderation }} />
          <LastLeaves {...item.post.farmer} />
        </>
      )
    case 'comment':
      return <WaitingComment comment={item.comment} />
    case 'booking':
      return (
        <>
          <BookingList groups={[{ id: 'open', bookings: [item.booking] }]} canAnswer />
          <LastLeaves {...item.booking.farmer} />
        </>
      )
    case 'photos':
      return (
        <Card title={t('inbox.photos', { count: item.count })}>
          <p className="text-muted">{t('inbox.photos_lead')}</p>
          <LinkButton to="/account/addresses/model-training/review">{t('inbox.photos_check')}</LinkButton>
        </Card>
      )
  }
}

/** A comment that waits for a decision, with a link to its post. */
function WaitingComment({ comment }: { comment: WaitingResponse }) {
  const { t } = useTranslation()
  // The queue holds only comments on approved posts.
  const post = { id: comment.post_id, status: 'approved' } as const
  return (
    <div className="flex min-w-0 flex-col">
      <TextLink to={postCommentsPath(post)} className="self-start">
        <span dir="auto" className="line-clamp-1 wrap-anywhere">
          {t('moderation.comment_on', { title: comment.post_title })}
        </span>
      </TextLink>
      <ResponseThread post={post} thread={{ response: comment, replies: [] }} />
    </div>
  )
}

/** The last leaves of a farmer who asks an expert. Nothing for one who does not let photos be shown, and until they are loaded. */
function LastLeaves({ id, username }: { id: string; username: string }) {
  const { t, shortDate } = useTranslation()
  const { data } = useQuery(apiQuery(['last-leaves', id], 'GET /analysis/last-leaves/{id}/', { params: { id } }))
  if (!data || data.results.length === 0) return null
  return (
    <section aria-label={t('inbox.last_leaves', { name: username })} className="flex flex-col gap-2">
      <h3 className="text-base">{t('inbox.last_leaves', { name: username })}</h3>
      <ul className="flex flex-wrap gap-4">
        {data.results.map(({ id: leafId, image, uploaded_at, rust_class, crop_type, band }) => (
          <li key={leafId} className="flex items-center gap-2 text-sm">
            <AnalysisThumbnail src={image} />
            <span className="flex flex-col">
              <span className="flex items-center gap-1 font-bold">
                {isConclusive(band) && <ClassShape rustClass={rust_class} className="size-4" />}
                {isConclusive(band) ? t(`class.${rust_class}`) : t('field.unsure')}
              </span>
              {crop_type && t(`crop.${crop_type}`)}
              <time dateTime={uploaded_at} className="text-muted">
                {shortDate(uploaded_at)}
              </time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
