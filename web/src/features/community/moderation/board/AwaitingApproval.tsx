import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { SkeletonList } from '../../../../ui/feedback/Skeleton.tsx'
import { PagedList } from '../../../../ui/layout/PagedList.tsx'
import { PostCard } from '../../shared/PostCard.tsx'
import { postCommentsPath } from '../shared/paths.ts'
import { publicPostsQuery } from '../shared/queries.ts'

/** Shown to experts who are not approved yet: an explanation and the public posts. */
export function AwaitingApproval() {
  const { t } = useTranslation()
  return (
    <>
      <Notice kind="warning" title={t('approval.waiting')}>
        {t('moderation.waiting.message')}
      </Notice>
      <ApprovedPostList />
    </>
  )
}

function ApprovedPostList() {
  const { t } = useTranslation()
  const posts = useInfiniteQuery(publicPostsQuery())
  return (
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
  )
}
