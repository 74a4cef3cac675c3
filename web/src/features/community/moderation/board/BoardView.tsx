import type { Post } from '@kutu/contract/community/community'
import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ApiResponse } from '../../../../api/endpoints.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../../ui/feedback/Skeleton.tsx'
import { Pagination } from '../../../../ui/layout/Pagination.tsx'
import { boardPageSize, countActiveFilters, noFilters, withPageFromLink } from './board-filters.ts'
import { ModerationList } from './ModerationList.tsx'
import { PostFilters } from './PostFilters.tsx'
import type { BoardState } from './use-board.ts'

type Page = ApiResponse<'GET /api/community/posts/all/'>
type ViewProps = Pick<BoardState, 'filters' | 'setFilters'>

/** Shows the filters and the page of posts that match them. */
export function BoardView({ filters, setFilters, updateFilters, posts }: BoardState & { posts: UseQueryResult<Page> }) {
  return (
    <>
      <PostFilters filters={filters} onUpdate={updateFilters} />
      <Loaded query={posts} skeleton={<SkeletonList className="h-72 w-full" />}>
        {page => <PostResults {...{ filters, setFilters, page }} isStale={posts.isPlaceholderData} />}
      </Loaded>
    </>
  )
}

function PostResults({ filters, setFilters, page, isStale }: ViewProps & { page: Page; isStale: boolean }) {
  const { t, number } = useTranslation()
  const { count, count_is_capped: isCapped, results } = page
  function goToPage(nextPage: number) {
    const link = nextPage > filters.page ? page.next : page.previous
    setFilters(withPageFromLink(filters, link) ?? { ...filters, page: nextPage, after: undefined })
    window.scrollTo(0, 0)
  }
  return (
    // While the next page loads, the previous one stays visible but cannot be clicked.
    <section
      aria-label={t('moderation.posts')}
      aria-busy={isStale}
      className={clsx('flex flex-col gap-4', isStale && 'pointer-events-none opacity-60')}
    >
      <ModerationList
        // A new key clears the selection when the page or a filter changes.
        key={JSON.stringify(filters)}
        posts={results satisfies readonly Post[]}
        summary={t(isCapped ? 'moderation.count_at_least' : 'moderation.count', {
          count: isCapped ? number(count) : count,
        })}
      >
        <NoPosts {...{ filters, setFilters }} />
      </ModerationList>
      <Pagination page={filters.page} pageSize={boardPageSize} {...{ count, isCapped }} onPageChange={goToPage} />
    </section>
  )
}

function NoPosts({ filters, setFilters }: ViewProps) {
  const { t } = useTranslation()
  if (countActiveFilters(filters) === 0 && filters.page === 1)
    return <EmptyState title={t('moderation.board_empty')}>{t('moderation.board_empty_hint')}</EmptyState>
  const showAllButton = (
    <Button variant="secondary" onClick={() => setFilters(noFilters)}>
      {t('board.show_all')}
    </Button>
  )
  return (
    <EmptyState title={t('board.none_found.title')} action={showAllButton}>
      {t('moderation.none_found_hint')}
    </EmptyState>
  )
}
