import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../../ui/feedback/LoadError.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { SkeletonList } from '../../../../ui/feedback/Skeleton.tsx'
import { PostCard } from '../../shared/PostCard.tsx'
import { postCommentsPath } from '../shared/paths.ts'
import { publicPostsQuery } from '../shared/queries.ts'

/** Shown to experts who are not approved yet: an explanation and the public posts. */
export function AwaitingApproval() {
  const { t } = useTranslation()
  return (
    <>
      <Notice kind="warning" title={t('moderation.waiting.title')}>
        {t('moderation.waiting.message')}
      </Notice>
      <ApprovedPostList />
    </>
  )
}

function ApprovedPostList() {
  const { t } = useTranslation()
  const { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(publicPostsQuery())
  if (isPending) return <SkeletonList className="h-64 w-full" />
  if (data === undefined) return <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />
  const posts = data.pages.flatMap(({ results }) => results)
  if (posts.length === 0) {
    return <EmptyState title={t('moderation.none_approved_yet')}>{t('moderation.none_approved_yet_hint')}</EmptyState>
  }
  return (
    <section aria-label={t('moderation.approved_posts')} className="flex flex-col gap-4">
      <h2 className="text-xl">{t('moderation.approved_posts')}</h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {posts.map(post => (
          <li key={post.id}>
            <PostCard post={post} to={postCommentsPath(post)} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('moderation.more')}
        </Button>
      )}
    </section>
  )
}
