import type { Post } from '@kutu/contract/community'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquarePlus, MessagesSquare } from 'lucide-react'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PostCard, postTitleId } from '../../posts/PostCard.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { AnswerTime } from './AnswerTime.tsx'
import { BoardFilters } from './BoardFilters.tsx'
import { CommentDialog } from './CommentDialog.tsx'
import { CommentsDialog } from './CommentsDialog.tsx'
import { PostList } from './PostList.tsx'
import { postPath } from './paths.ts'
import { crops } from './post-form.ts'
import { type BoardFilter, boardQuery } from './queries.ts'

/** The filter stands in the address, so that Back from a post returns to it. */
function useBoardFilter() {
  const [params, setParams] = useSearchParams()
  const crop = crops.find(each => each === params.get('crop')) ?? null
  const filter: BoardFilter = { crop, search: params.get('search') ?? '' }
  const show = (next: BoardFilter) =>
    setParams(
      now => {
        now.delete('crop')
        now.delete('search')
        if (next.crop) now.set('crop', next.crop)
        if (next.search) now.set('search', next.search)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return { filter, show }
}

/** Every approved post, newest first, with the ways to read and write comments. */
export function ApprovedPosts() {
  const { t } = useText()
  const titleId = useId()
  const { filter, show } = useBoardFilter()
  const posts = useInfiniteQuery(boardQuery(filter))
  const [read, setRead] = useState<Post>()
  const [answered, setAnswered] = useState<Post>()
  const isFiltered = filter.crop !== null || filter.search !== ''
  return (
    <section id="posts" ref={showWhereAsked} aria-labelledby={titleId} className="flex scroll-mt-20 flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 id={titleId} className="text-xl">
          {t('board.title')}
        </h2>
        <AnswerTime />
      </div>
      <BoardFilters filter={filter} onFilter={show} />
      {posts.isPending && <SkeletonList className="h-80 w-full" />}
      {posts.isError && !posts.data && (
        <LoadFailed error={posts.error} busy={posts.isFetching} onRetry={() => void posts.refetch()} />
      )}
      {posts.data && (
        <PostList
          list={posts}
          empty={<NoPosts isFiltered={isFiltered} onAll={() => show({ crop: null, search: '' })} />}
        >
          {post => (
            <PostCard post={post} to={postPath(post.id)}>
              <Button
                variant="secondary"
                aria-describedby={postTitleId(post.id)}
                icon={<MessagesSquare aria-hidden="true" className="size-5 shrink-0 max-sm:hidden" />}
                onClick={() => setRead(post)}
                className="max-sm:grow"
              >
                {t('comments.view')}
              </Button>
              <Button
                variant="secondary"
                aria-describedby={postTitleId(post.id)}
                icon={<MessageSquarePlus aria-hidden="true" className="size-5 shrink-0 max-sm:hidden" />}
                onClick={() => setAnswered(post)}
                className="max-sm:grow"
              >
                {t('comments.write')}
              </Button>
            </PostCard>
          )}
        </PostList>
      )}
      <CommentsDialog post={read} onClose={() => setRead(undefined)} />
      <CommentDialog post={answered} onClose={() => setAnswered(undefined)} />
    </section>
  )
}

function NoPosts({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
  const { t } = useText()
  if (!isFiltered) return <EmptyState title={t('board.empty.title')}>{t('board.empty.message')}</EmptyState>
  const all = (
    <Button variant="secondary" onClick={onAll}>
      {t('board.show_all')}
    </Button>
  )
  return (
    <EmptyState title={t('board.none_found.title')} action={all}>
      {t('board.none_found.message')}
    </EmptyState>
  )
}

/** The posts arrive after the address that names them, so the browser's own jump finds nothing. */
function showWhereAsked(posts: HTMLElement | null): void {
  if (window.location.hash === '#posts') posts?.scrollIntoView()
}
