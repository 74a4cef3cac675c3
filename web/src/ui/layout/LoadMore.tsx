import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '../button/Button.tsx'
import { LoadError } from '../feedback/LoadError.tsx'

type InfiniteList = Pick<
  UseInfiniteQueryResult,
  'error' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

/** Button to load the next page, or the error if loading failed. */
export function LoadMore({ list, label }: { list: InfiniteList; label: string }) {
  const fetchMore = () => void list.fetchNextPage()
  if (list.isFetchNextPageError) return <LoadError error={list.error} onRetry={fetchMore} />
  if (!list.hasNextPage) return null
  return (
    <Button variant="secondary" busy={list.isFetchingNextPage} onClick={fetchMore} className="self-center">
      {label}
    </Button>
  )
}
