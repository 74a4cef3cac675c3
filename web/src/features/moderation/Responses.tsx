import type { PostInFull } from '@kutu/contract/community'
import type { ResponseStatus } from '@kutu/contract/moderation'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { responsesQuery } from './queries.ts'
import { ResponseThread } from './ResponseThread.tsx'
import { threadsOf } from './threads.ts'

const statuses: readonly ResponseStatus[] = ['pending', 'approved', 'endorsed', 'flagged', 'hidden']
const any = 'any'
type Shown = ResponseStatus | typeof any

/** All comments on the post, whatever became of them; the state wanted stands in the address. */
export function Responses({ post }: { post: PostInFull }) {
  const { t } = useText()
  const titleId = useId()
  const [params, setParams] = useSearchParams()
  const shown: Shown = statuses.find(status => status === params.get('status')) ?? any
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
      <ChoiceChips<Shown>
        legend={t('moderation.state')}
        choices={[
          { value: any, label: t('moderation.any') },
          ...statuses.map(value => ({ value, label: t(`moderation.response.${value}`) })),
        ]}
        value={shown}
        onChange={next => setParams(next === any ? {} : { status: next }, { replace: true, preventScrollReset: true })}
      />
      <ResponseList post={post} status={shown === any ? undefined : shown} />
    </section>
  )
}

function ResponseList({ post, status }: { post: PostInFull; status: ResponseStatus | undefined }) {
  const { t } = useText()
  const { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(responsesQuery(post.id, status))
  if (isPending) return <SkeletonList className="h-40 w-full" />
  if (data === undefined) return <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />
  const threads = threadsOf(data.pages.flatMap(({ results }) => results))
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
      {hasNextPage && (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('moderation.more')}
        </Button>
      )}
    </>
  )
}
