import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useSearchParams } from 'react-router'
import { ApiError } from '../../../../api/errors.ts'
import { useUser } from '../../../../api/session/session.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../../ui/layout/PageTitle.tsx'
import { Pagination } from '../../../../ui/layout/Pagination.tsx'
import { parsePageParam } from '../../../../ui/layout/page-param.ts'
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
  const page = parsePageParam(params)
  const comments = useQuery({ ...waitingResponsesQuery(page), placeholderData: keepPreviousData })
  // The stored user record may be older than an admin's decision.
  if (comments.error instanceof ApiError && comments.error.is('approval_pending')) return <AwaitingApproval />
  return (
    <Loaded query={comments} skeleton={<SkeletonList className="h-40 w-full" />}>
      {({ results, count, count_is_capped: isCapped }) => (
        <div
          aria-busy={comments.isPlaceholderData}
          className={clsx('flex flex-col gap-4', comments.isPlaceholderData && 'pointer-events-none opacity-60')}
        >
          {count === 0 ? (
            <EmptyState title={t('moderation.queue_empty')}>{t('moderation.comment_queue_empty')}</EmptyState>
          ) : (
            <WaitingComments comments={results} />
          )}
          <Pagination
            {...{ page, count, isCapped }}
            pageSize={waitingPageSize}
            onPageChange={next => {
              setParams(next > 1 ? { page: String(next) } : {})
              window.scrollTo(0, 0)
            }}
          />
        </div>
      )}
    </Loaded>
  )
}
