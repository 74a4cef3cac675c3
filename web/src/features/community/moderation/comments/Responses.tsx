import type { PostDetails } from '@kutu/contract/community/community'
import type { ResponseStatus } from '@kutu/contract/community/moderation'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useSearchParams } from 'wouter'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../../ui/feedback/Skeleton.tsx'
import { ChoiceChips } from '../../../../ui/form/ChoiceChips.tsx'
import { LoadMore } from '../../../../ui/layout/LoadMore.tsx'
import { responsesQuery } from '../shared/queries.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { ResponseThread } from './ResponseThread.tsx'
import { groupIntoThreads } from './threads.ts'

const statuses: readonly ResponseStatus[] = ['pending', 'approved', 'endorsed', 'flagged', 'hidden']
const anyStatus = 'any'
type StatusFilter = ResponseStatus | typeof anyStatus

/** All comments on the post in every status. The status filter is kept in the URL. */
export function Responses({ post }: { post: PostDetails }) {
  const { t } = useTranslation()
  const titleId = useId()
  const [params, setParams] = useSearchParams()
  const selectedStatus: StatusFilter = statuses.find(status => status === params.get('status')) ?? anyStatus
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-4">
      <h2 id={titleId} className="text-xl">
        {t('moderation.responses')}
      </h2>
      {post.status === 'approved' ? (
        <AnswerForm post={post} />
      ) : (
        <p className="text-muted">{t('moderation.answer_later')}</p>
      )}
      <ChoiceChips<StatusFilter>
        legend={t('field.state')}
        choices={[
          { value: anyStatus, label: t('table.all') },
          ...statuses.map(value => ({ value, label: t(`moderation.response.${value}`) })),
        ]}
        value={selectedStatus}
        onChange={nextStatus => setParams(nextStatus === anyStatus ? {} : { status: nextStatus }, { replace: true })}
      />
      <ResponseList post={post} status={selectedStatus === anyStatus ? undefined : selectedStatus} />
    </section>
  )
}

function ResponseList({ post, status }: { post: PostDetails; status: ResponseStatus | undefined }) {
  const { t } = useTranslation()
  const responses = useInfiniteQuery(responsesQuery(post.id, status))
  return (
    <Loaded query={responses} skeleton={<SkeletonList className="h-40 w-full" />}>
      {({ pages }) => {
        const threads = groupIntoThreads(pages.flatMap(({ results }) => results))
        if (threads.length === 0) {
          if (status !== undefined) return <EmptyState title={t('moderation.no_such_responses')} />
          return <EmptyState title={t('moderation.no_responses')}>{t('moderation.no_responses_hint')}</EmptyState>
        }
        return (
          <>
            <ul className="flex flex-col gap-4">
              {threads.map(thread => (
                <li key={thread.response.id}>
                  <ResponseThread post={post} thread={thread} />
                </li>
              ))}
            </ul>
            <LoadMore list={responses} label={t('moderation.more')} />
          </>
        )
      }}
    </Loaded>
  )
}
