import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Loaded } from '../../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../../ui/feedback/Skeleton.tsx'
import { allPostsQuery } from '../shared/queries.ts'
import { withoutFilters } from './board-filters.ts'
import { ModerationList } from './ModerationList.tsx'

const maxShown = 3

/** The first posts of the queue: the most urgent, then the longest waiting. The next one follows each decision. */
export function TodayPosts() {
  const { t } = useTranslation()
  const queue = useQuery(allPostsQuery(withoutFilters('queue')))
  return (
    <Loaded query={queue} skeleton={<SkeletonList className="h-72 w-full" />}>
      {({ results, count }) => (
        <ModerationList posts={results.slice(0, maxShown)} isQueue summary={t('moderation.count', { count })} />
      )}
    </Loaded>
  )
}
