import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/errors.ts'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { KeyboardHelp } from '../../../ui/layout/KeyboardHelp.tsx'
import { queueQuery } from '../queries.ts'
import { TrainingHeader } from '../TrainingHeader.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import { reviewKeys } from './review-keys.ts'
import { useReview } from './use-review.ts'

/** Shows the photos that need another expert's review, one at a time. */
export function TrainingReview() {
  const { t } = useTranslation()
  const isUnapproved = useUser()?.is_approved === false
  return (
    <>
      <TrainingHeader title={t('teaching.way.review')} lead={t('review.lead')} />
      {!isUnapproved && <ReviewQueue />}
    </>
  )
}

function ReviewQueue() {
  const { t } = useTranslation()
  const { data, error, isPending, isFetching, refetch } = useQuery(queueQuery())
  const review = useReview(data)
  if (error && !data) {
    // The cached user may be outdated after an admin's decision, so show the server's message.
    const isForbidden = error instanceof ApiError && error.is('approval_pending')
    return isForbidden ? (
      <EmptyState title={error.message} />
    ) : (
      <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />
    )
  }
  if (isPending || (isFetching && review.image === undefined && !review.hasSkipped))
    return <Skeleton className="h-[32rem] w-full" />
  if (review.image)
    return (
      <>
        <p aria-live="polite" className="text-muted">
          {t('review.left', { count: review.remainingCount })}
        </p>
        <ReviewCard
          key={review.image.id}
          image={review.image}
          isBusy={review.isBusy}
          onJudge={review.judge}
          onSkip={review.skip}
        />
        <ReviewKeyHelp />
      </>
    )
  if (review.hasSkipped) {
    const restartButton = (
      <Button variant="secondary" onClick={review.restart}>
        {t('review.again')}
      </Button>
    )
    return <EmptyState title={t('review.skipped')} action={restartButton} />
  }
  return <EmptyState title={t('review.empty')}>{t('review.empty_note')}</EmptyState>
}

function ReviewKeyHelp() {
  const { t } = useTranslation()
  const keyLabels = Object.entries(reviewKeys).map(([key, action]) => [key, t(`review.key.${action}`)])
  return <KeyboardHelp label={t('review.keys')} lead={t('review.keys_lead')} keys={Object.fromEntries(keyLabels)} />
}
