import { useInfiniteQuery } from '@tanstack/react-query'
import { SquarePen } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { PagedList } from '../../../ui/layout/PagedList.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { PlateDrawing } from '../../../ui/plate/PlateDrawing.tsx'
import { PostCard } from '../shared/PostCard.tsx'
import { boardPath, ownPostPath } from '../shared/paths.ts'
import { myPostsQuery } from '../shared/queries.ts'
import { OwnPostActions } from './OwnPostActions.tsx'
import { OwnPostStatus } from './OwnPostStatus.tsx'

/** Lists the farmer's own posts in every status, with the actions that are still possible. */
export function MyPosts() {
  const { t } = useTranslation()
  const posts = useInfiniteQuery(myPostsQuery())
  const makePostLink = (
    <LinkButton to={boardPath} icon={SquarePen}>
      {t('menu.make_post')}
    </LinkButton>
  )
  const isEmpty = posts.data?.pages[0]?.results.length === 0
  return (
    <>
      <PageTitle title={t('menu.my_posts')} lead={t('my_posts.lead')} action={!isEmpty && makePostLink} />
      <PagedList
        query={posts}
        skeleton={<SkeletonList className="h-80 w-full" />}
        moreLabel={t('board.more')}
        columns
        empty={
          <EmptyState
            title={t('my_posts.empty.title')}
            action={makePostLink}
            picture={<PlateDrawing plateId="beans-angular-leaf-spot" className="h-24" />}
          >
            {t('my_posts.empty.message')}
          </EmptyState>
        }
      >
        {post => (
          <PostCard post={post} to={ownPostPath(post.id)} note={<OwnPostStatus post={post} />}>
            <OwnPostActions post={post} />
          </PostCard>
        )}
      </PagedList>
    </>
  )
}
