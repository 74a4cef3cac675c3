import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '../../../ui/button/Button.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'

type InfiniteList = Pick<
  UseInfiniteQueryResult,
  'error' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

/** Under what has come so far: the way to more, or why it did not come. */
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
