import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'

type List = Pick<
  UseInfiniteQueryResult,
  'error' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

/** Under what has come so far: the way to more, or why it did not come. */
export function ListEnd({ list, more }: { list: List; more: string }) {
  const fetchMore = () => void list.fetchNextPage()
  if (list.isFetchNextPageError) return <LoadFailed error={list.error} onRetry={fetchMore} />
  if (!list.hasNextPage) return null
  return (
    <Button variant="secondary" busy={list.isFetchingNextPage} onClick={fetchMore} className="self-center">
      {more}
    </Button>
  )
}
