import { WaitingComment } from '../../features/community/moderation/comments/WaitingComment.tsx'
import { ModeratedPost } from '../../features/community/moderation/post/ModeratedPost.tsx'
import type { Moderation } from '../../features/community/moderation/post/use-moderation.ts'
import { BookingList } from '../../features/consultations/expert-bookings/BookingList.tsx'
import { LastLeaves } from '../../features/detection/history/LastLeaves.tsx'
import { WarningEvidence } from '../../features/surveillance/warnings/WarningEvidence.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LinkButton } from '../../ui/button/LinkButton.tsx'
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
