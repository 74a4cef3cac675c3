import type { Post } from '@kutu/contract/community/community'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'

type Pages = InfiniteData<{ results: Post[] }>

/** The loaded pages of posts and a button to load more. */
export function PostList({
  list,
  empty,
  columns = false,
  children,
}: {
  list: Pick<
    UseInfiniteQueryResult<Pages>,
    | 'data'
    | 'error'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'fetchNextPage'
    | 'isPlaceholderData'
  >
  empty: ReactNode
  /** Uses two columns where there is room. */
  columns?: boolean
  children: (post: Post) => ReactNode
}) {
  const { t } = useTranslation()
  const posts = list.data?.pages.flatMap(({ results }) => results) ?? []
  if (posts.length === 0) return empty
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={clsx('flex flex-col gap-4', list.isPlaceholderData && 'opacity-60')}
    >
      <ul className={clsx('grid gap-4', columns && 'lg:grid-cols-2')}>
        {posts.map(post => (
          <li key={post.id} className="min-w-0">
            {children(post)}
          </li>
        ))}
      </ul>
      {list.isFetchNextPageError ? (
        <LoadError error={list.error} onRetry={() => void list.fetchNextPage()} />
      ) : (
        list.hasNextPage && (
          <Button
            variant="secondary"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
            className="self-center"
          >
            {t('board.more')}
          </Button>
        )
      )}
    </div>
  )
}
