import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/errors.ts'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import { ReviewKeyHelp } from './ReviewKeyHelp.tsx'
import { TeachingHead } from './TeachingHead.tsx'
import { queueQuery } from './teaching-queries.ts'
import { useReview } from './use-review.ts'

/** Photos on which another expert's word is wanted, one at a time. */
export function TrainingReview() {
  const { t } = useText()
  const isUnapproved = useUser()?.is_approved === false
  return (
    <>
      <TeachingHead title={t('review.title')} lead={t('review.lead')} />
      {!isUnapproved && <Queue />}
    </>
  )
}

function Queue() {
  const { t } = useText()
  const { data, error, isPending, isFetching, refetch } = useQuery(queueQuery())
  const review = useReview(data)
  if (error && !data) {
    // The stored user record may be older than an admin's decision: the server's sentence says so.
    const isRefused = error instanceof ApiError && error.is('approval_pending')
    return isRefused ? (
      <EmptyState title={error.message} />
    ) : (
      <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />
    )
  }
  if (isPending || (isFetching && review.image === undefined && !review.hasSkipped))
    return <Skeleton className="h-[32rem] w-full" />
  if (review.image)
    return (
      <>
        <p aria-live="polite" className="text-muted">
          {t('review.left', { count: review.left })}
        </p>
        <ReviewCard key={review.image.id} image={review.image} isBusy={review.isBusy} onAct={review.act} />
        <ReviewKeyHelp />
      </>
    )
  if (review.hasSkipped) {
    const again = (
      <Button variant="secondary" onClick={review.startAgain}>
        {t('review.again')}
      </Button>
    )
    return <EmptyState title={t('review.skipped')} action={again} />
  }
  return <EmptyState title={t('review.empty')}>{t('review.empty_note')}</EmptyState>
}
