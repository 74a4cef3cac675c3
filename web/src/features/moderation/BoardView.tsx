import type { Post } from '@kutu/contract/community'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Reply } from '../../api/contract.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { join } from '../../ui/join.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { boardPageSize, countFilters, pageBy, unfiltered } from './board-filters.ts'
import { PostFilters } from './PostFilters.tsx'
import { PostList } from './PostList.tsx'
import type { Board } from './use-board.ts'

type Page = Reply<'GET /api/community/posts/all/'>
type ViewProps = Pick<Board, 'filters' | 'show'>

/** The board as the address asks for it: the ways to narrow it, then its posts. */
export function BoardView({ filters, show, narrow, posts }: Board & { posts: UseQueryResult<Page> }) {
  return (
    <>
      <PostFilters filters={filters} onNarrow={narrow} />
      {posts.isPending && <SkeletonList className="h-72 w-full" />}
      {posts.isError && !posts.data && (
        <LoadFailed error={posts.error} busy={posts.isFetching} onRetry={() => void posts.refetch()} />
      )}
      {posts.data?.results.length === 0 && <NoPosts {...{ filters, show }} />}
      {posts.data && posts.data.results.length > 0 && (
        <Posts {...{ filters, show }} page={posts.data} isOld={posts.isPlaceholderData} />
      )}
    </>
  )
}

function Posts({ filters, show, page, isOld }: ViewProps & { page: Page; isOld: boolean }) {
  const { t, number } = useText()
  const { count, results } = page
  function turnTo(next: number) {
    const link = next > filters.page ? page.next : page.previous
    show(pageBy(filters, link) ?? { ...filters, page: next, after: undefined })
    window.scrollTo(0, 0)
  }
  // A search stops counting there, so that it stays fast on a large board.
  const isAtLeast = filters.search !== '' && count >= countedInSearch
  return (
    // The page before cannot be pressed while the next one is on its way.
    <section
      aria-label={t('moderation.posts')}
      aria-busy={isOld}
      className={join('flex flex-col gap-4', isOld && 'pointer-events-none opacity-60')}
    >
      <PostList
        // Another page or filter begins with nothing chosen.
        key={JSON.stringify(filters)}
        posts={results satisfies readonly Post[]}
        isQueue={filters.view === 'queue'}
        summary={t(isAtLeast ? 'moderation.count_at_least' : 'moderation.count', {
          count: isAtLeast ? number(count) : count,
        })}
      />
      <Pagination page={filters.page} pageSize={boardPageSize} count={count} onPage={turnTo} />
    </section>
  )
}

const countedInSearch = 1000

function NoPosts({ filters, show }: ViewProps) {
  const { t } = useText()
  if (countFilters(filters) === 0 && filters.page === 1) {
    const isQueue = filters.view === 'queue'
    return (
      <EmptyState title={t(isQueue ? 'moderation.queue_empty' : 'moderation.board_empty')}>
        {t(isQueue ? 'moderation.queue_empty_hint' : 'moderation.board_empty_hint')}
      </EmptyState>
    )
  }
  const all = (
    <Button variant="secondary" onClick={() => show(unfiltered(filters.view))}>
      {t('moderation.show_all')}
    </Button>
  )
  return (
    <EmptyState title={t('moderation.none_found')} action={all}>
      {t('moderation.none_found_hint')}
    </EmptyState>
  )
}
