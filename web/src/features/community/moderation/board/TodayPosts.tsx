import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { LoadError } from '../../../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../../../ui/feedback/Skeleton.tsx'
import { allPostsQuery } from '../shared/queries.ts'
import { withoutFilters } from './board-filters.ts'
import { ModerationList } from './ModerationList.tsx'

const maxShown = 3

/** The first posts of the queue: the most urgent, then the longest waiting. The next one follows each decision. */
export function TodayPosts() {
  const { t } = useTranslation()
  const { data, error, isPending, isFetching, refetch } = useQuery(allPostsQuery(withoutFilters('queue')))
  if (isPending) return <SkeletonList className="h-72 w-full" />
  if (data === undefined) return <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />
  const posts = data.results.slice(0, maxShown)
  return <ModerationList posts={posts} isQueue summary={t('moderation.count', { count: data.count })} />
}
