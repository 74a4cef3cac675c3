import type { CropType } from '@kutu/contract/common'
import type { Post } from '@kutu/contract/community/community'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquarePlus, MessagesSquare } from 'lucide-react'
import { useId, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { scrollIfLinked } from '../../../router.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { ChoiceChips } from '../../../ui/form/ChoiceChips.tsx'
import { SearchForm } from '../../../ui/form/SearchForm.tsx'
import { FilterFold } from '../../../ui/layout/Accordion.tsx'
import { PagedList } from '../../../ui/layout/PagedList.tsx'
import { PlateDrawing } from '../../../ui/plate/PlateDrawing.tsx'
import { PostCard, postTitleId } from '../shared/PostCard.tsx'
import { postPath } from '../shared/paths.ts'
import { crops } from '../shared/post-options.ts'
import { approvedPostsQuery, type BoardFilter } from '../shared/queries.ts'

const ViewCommentsDialog = lazyPart(async () => (await import('../post/ViewCommentsDialog.tsx')).ViewCommentsDialog)
const WriteCommentDialog = lazyPart(async () => (await import('../post/WriteCommentDialog.tsx')).WriteCommentDialog)

/** Reads the board filter from the URL, so that Back from a post returns to the same list. */
function useBoardFilter() {
  const [params, setParams] = useSearchParams()
  const crop = crops.find(each => each === params.get('crop')) ?? null
  const filter: BoardFilter = { crop, search: params.get('search') ?? '' }
  const setFilter = (next: BoardFilter) =>
    setParams(
      current => {
        const { crop: _crop, search: _search, ...others } = Object.fromEntries(current)
        return { ...others, ...(next.crop && { crop: next.crop }), ...(next.search && { search: next.search }) }
      },
      { replace: true },
    )
  return { filter, setFilter }
}

/** Lists the approved posts, newest first, with buttons to read and write comments. */
export function ApprovedPosts() {
  const { t } = useTranslation()
  const titleId = useId()
  const { filter, setFilter } = useBoardFilter()
  const posts = useInfiniteQuery(approvedPostsQuery(filter))
  const [viewedPost, setViewedPost] = useState<Post>()
  const [commentedPost, setCommentedPost] = useState<Post>()
  const isFiltered = filter.crop !== null || filter.search !== ''
  return (
    <section id="posts" ref={scrollIfLinked} aria-labelledby={titleId} className="flex scroll-mt-20 flex-col gap-4">
      <h2 id={titleId} className="text-xl">
        {t('board.title')}
      </h2>
      <BoardFilters filter={filter} onFilter={setFilter} />
      <PagedList
        query={posts}
        skeleton={<SkeletonList className="h-96 w-full" />}
        empty={<NoPosts isFiltered={isFiltered} onShowAll={() => setFilter({ crop: null, search: '' })} />}
        moreLabel={t('board.more')}
      >
        {post => (
          <PostCard post={post} to={postPath(post.id)}>
            <Button
              variant="secondary"
              aria-describedby={postTitleId(post.id)}
              icon={MessagesSquare}
              iconClass="size-5 shrink-0 max-sm:hidden"
              onClick={() => setViewedPost(post)}
              className="max-sm:grow max-sm:px-2"
            >
              {t('comments.view')}
            </Button>
            <Button
              variant="secondary"
              aria-describedby={postTitleId(post.id)}
              icon={MessageSquarePlus}
              iconClass="size-5 shrink-0 max-sm:hidden"
              onClick={() => setCommentedPost(post)}
              className="max-sm:grow max-sm:px-2"
            >
              {t('comments.write')}
            </Button>
          </PostCard>
        )}
      </PagedList>
      <ViewCommentsDialog post={viewedPost} onClose={() => setViewedPost(undefined)} />
      <WriteCommentDialog post={commentedPost} onClose={() => setCommentedPost(undefined)} />
    </section>
  )
}

function NoPosts({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  const { t } = useTranslation()
  if (!isFiltered)
    return (
      <EmptyState
        title={t('board.empty.title')}
        picture={<PlateDrawing plateId="beans-angular-leaf-spot" className="h-24" />}
      >
        {t('board.empty.message')}
      </EmptyState>
    )
  const showAllButton = (
    <Button variant="secondary" onClick={onShowAll}>
      {t('board.show_all')}
    </Button>
  )
  return (
    <EmptyState title={t('board.none_found.title')} action={showAllButton}>
      {t('board.none_found.message')}
    </EmptyState>
  )
}

/** Filters the board by search words and by crop, folded until one of them is set. */
function BoardFilters({ filter, onFilter }: { filter: BoardFilter; onFilter: (filter: BoardFilter) => void }) {
  const { t } = useTranslation()
  const choices = [
    { value: 'all' as const, label: t('filter.all') },
    ...crops.map(crop => ({ value: crop, label: t(`crop.${crop}`) })),
  ]
  return (
    <FilterFold isSet={filter.crop !== null || filter.search !== ''}>
      <div className="flex flex-col gap-4 pt-2">
        {/* The key resets the field when the search changes elsewhere, for example through the back button. */}
        <SearchForm
          key={filter.search}
          label={t('board.search')}
          search={filter.search}
          onSearch={search => onFilter({ ...filter, search })}
        />
        <ChoiceChips<CropType | 'all'>
          legend={t('crop.label')}
          choices={choices}
          value={filter.crop ?? 'all'}
          onChange={crop => onFilter({ ...filter, crop: crop === 'all' ? null : crop })}
        />
      </div>
    </FilterFold>
  )
}
