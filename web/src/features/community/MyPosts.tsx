import { useInfiniteQuery } from '@tanstack/react-query'
import { SquarePen } from 'lucide-react'
import { PostCard } from '../../posts/PostCard.tsx'
import { useText } from '../../text/use-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { OwnPostActions } from './OwnPostActions.tsx'
import { OwnPostState } from './OwnPostState.tsx'
import { PostList } from './PostList.tsx'
import { boardPath, ownPostPath } from './paths.ts'
import { myPostsQuery } from './queries.ts'

/** A farmer's own posts in every state, with what can still be done. */
export function MyPosts() {
  const { t } = useText()
  const posts = useInfiniteQuery(myPostsQuery())
  const make = (
    <LinkButton to={boardPath} icon={<SquarePen aria-hidden="true" className="size-5 shrink-0" />}>
      {t('menu.make_post')}
    </LinkButton>
  )
  const isEmpty = posts.data?.pages[0]?.results.length === 0
  return (
    <>
      <PageTitle title={t('menu.my_posts')} lead={t('my_posts.lead')} action={!isEmpty && make} />
      {posts.isPending && <SkeletonList className="h-80 w-full" />}
      {posts.isError && !posts.data && (
        <LoadFailed error={posts.error} busy={posts.isFetching} onRetry={() => void posts.refetch()} />
      )}
      {posts.data && (
        <PostList
          list={posts}
          columns
          empty={
            <EmptyState title={t('my_posts.empty.title')} action={make}>
              {t('my_posts.empty.message')}
            </EmptyState>
          }
        >
          {post => (
            <PostCard post={post} to={ownPostPath(post.id)} note={<OwnPostState post={post} />}>
              <OwnPostActions post={post} />
            </PostCard>
          )}
        </PostList>
      )}
    </>
  )
}
