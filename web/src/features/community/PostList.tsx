import type { Post } from '@kutu/contract/community'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { join } from '../../ui/join.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'

type Pages = InfiniteData<{ results: Post[] }>

/** The posts that have come so far, and the way to more. */
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
  /** Two side by side where there is room. */
  columns?: boolean
  children: (post: Post) => ReactNode
}) {
  const { t } = useText()
  const posts = list.data?.pages.flatMap(({ results }) => results) ?? []
  if (posts.length === 0) return empty
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={join('flex flex-col gap-4', list.isPlaceholderData && 'opacity-60')}
    >
      <ul className={join('grid gap-4', columns && 'lg:grid-cols-2')}>
        {posts.map(post => (
          <li key={post.id} className="min-w-0">
            {children(post)}
          </li>
        ))}
      </ul>
      {list.isFetchNextPageError ? (
        <LoadFailed error={list.error} onRetry={() => void list.fetchNextPage()} />
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
