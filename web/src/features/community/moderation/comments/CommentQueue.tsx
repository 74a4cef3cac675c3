import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useSearchParams } from 'react-router'
import { ApiError } from '../../../../api/errors.ts'
import { useUser } from '../../../../api/session/session.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../../ui/layout/PageTitle.tsx'
import { Pagination } from '../../../../ui/layout/Pagination.tsx'
import { AwaitingApproval } from '../board/AwaitingApproval.tsx'
import { waitingPageSize, waitingResponsesQuery } from '../shared/queries.ts'
import { WaitingComments } from './WaitingComments.tsx'

/** The comments on all posts that wait for a decision, longest waiting first. */
export function CommentQueue() {
  const { t } = useTranslation()
  const isAwaitingApproval = useUser()?.is_approved === false
  return (
    <>
      <PageTitle title={t('menu.waiting_comments')} lead={t('moderation.comment_queue_lead')} />
      {isAwaitingApproval ? <AwaitingApproval /> : <Queue />}
    </>
  )
}

function Queue() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    ...waitingResponsesQuery(page),
    placeholderData: keepPreviousData,
  })
  // The stored user record may be older than an admin's decision.
  if (error instanceof ApiError && error.is('approval_pending')) return <AwaitingApproval />
  if (isPending) return <SkeletonList className="h-40 w-full" />
  if (data === undefined) return <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div
      aria-busy={isPlaceholderData}
      className={clsx('flex flex-col gap-4', isPlaceholderData && 'pointer-events-none opacity-60')}
    >
      {data.count === 0 ? (
        <EmptyState title={t('moderation.queue_empty')}>{t('moderation.comment_queue_empty')}</EmptyState>
      ) : (
        <WaitingComments comments={data.results} />
      )}
      <Pagination
        page={page}
        pageSize={waitingPageSize}
        count={data.count}
        isCapped={data.count_is_capped}
        onPageChange={next => {
          setParams(next > 1 ? { page: String(next) } : {})
          window.scrollTo(0, 0)
        }}
      />
    </div>
  )
}
