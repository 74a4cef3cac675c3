import type { Post } from '@kutu/contract/community/community'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import type { ApiResponse } from '../../../../api/endpoints.ts'
import { ApiError } from '../../../../api/errors.ts'
import { useUser } from '../../../../api/session/session.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../../ui/feedback/Loaded.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { SkeletonList } from '../../../../ui/feedback/Skeleton.tsx'
import { PagedList } from '../../../../ui/layout/PagedList.tsx'
import { PageTitle } from '../../../../ui/layout/PageTitle.tsx'
import { Pagination } from '../../../../ui/layout/Pagination.tsx'
import { PostCard } from '../../shared/PostCard.tsx'
import { boardStatsQuery } from '../../shared/queries.ts'
import { useFormatDuration } from '../../shared/use-format-duration.ts'
import { postCommentsPath } from '../shared/paths.ts'
import { allPostsQuery, publicPostsQuery } from '../shared/queries.ts'
import {
  boardPageSize,
  countActiveFilters,
  type ModerationFilters,
  noFilters,
  parseFilters,
  serializeFilters,
  withFilters,
  withPageFromLink,
} from './board-filters.ts'
import { ModerationList } from './ModerationList.tsx'
import { PostFilters } from './PostFilters.tsx'

/** The moderation screen: all posts of the community with their actions. */
export function AllPosts() {
  const { t } = useTranslation()
  const isAwaitingApproval = useUser()?.is_approved === false
  return (
    <>
      <PageTitle title={t('menu.all_posts')} lead={<AnswerTimeLead />} />
      {isAwaitingApproval ? <AwaitingApproval /> : <ModerationBoard />}
    </>
  )
}

/** Returns the median time to the first expert answer as the lead text of the page; nothing while loading. */
function AnswerTimeLead() {
  const { t } = useTranslation()
  const formatDuration = useFormatDuration()
  const { data } = useQuery(boardStatsQuery())
  if (!data) return null
  const seconds = data.median_seconds_to_expert_answer
  if (seconds === null) return t('moderation.speed_unknown')
  return t('board.answer_time', { time: formatDuration(seconds) })
}

/** Shows the filters in the URL and the page of posts that match them. */
function ModerationBoard() {
  const [params, setParams] = useSearchParams()
  const filters = parseFilters(params)
  const setFilters = (changed: ModerationFilters) => setParams(serializeFilters(changed))
  // Reads the current URL instead of rendered state: on a slow phone the last change may not be rendered yet.
  const updateFilters = (changes: Partial<ModerationFilters>) =>
    setFilters(withFilters(parseFilters(new URLSearchParams(window.location.search)), changes))
  const posts = useQuery(allPostsQuery(filters))
  // The stored user record may be older than an admin's decision.
  if (posts.error instanceof ApiError && posts.error.is('approval_pending')) return <AwaitingApproval />
  return (
    <>
      <PostFilters filters={filters} onUpdate={updateFilters} />
      <Loaded query={posts} skeleton={<SkeletonList className="h-72 w-full" />}>
        {page => <PostResults {...{ filters, setFilters, page }} isStale={posts.isPlaceholderData} />}
      </Loaded>
    </>
  )
}

type Page = ApiResponse<'GET /api/community/posts/all/'>
type ViewProps = { filters: ModerationFilters; setFilters: (filters: ModerationFilters) => void }

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
      className="flex flex-col gap-4 aria-busy:pointer-events-none aria-busy:opacity-60"
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

/** Shown to experts who are not approved yet: an explanation and the public posts. */
function AwaitingApproval() {
  const { t } = useTranslation()
  const posts = useInfiniteQuery(publicPostsQuery())
  return (
    <>
      <Notice kind="warning" title={t('approval.waiting')}>
        {t('moderation.waiting.message')}
      </Notice>
      <section aria-label={t('moderation.approved_posts')} className="flex flex-col gap-4">
        <h2 className="text-xl">{t('moderation.approved_posts')}</h2>
        <PagedList
          query={posts}
          skeleton={<SkeletonList className="h-64 w-full" />}
          empty={
            <EmptyState title={t('moderation.none_approved_yet')}>{t('moderation.none_approved_yet_hint')}</EmptyState>
          }
          moreLabel={t('moderation.more')}
          columns
        >
          {post => <PostCard post={post} to={postCommentsPath(post)} />}
        </PagedList>
      </section>
    </>
  )
}
