import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Loaded } from '../feedback/Loaded.tsx'
import { LoadMore } from './LoadMore.tsx'

/** A list that is loaded page by page, with a button for the next page. */
export function PagedList<Item extends { id: string }>({
  query,
  skeleton,
  empty,
  moreLabel,
  columns = false,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<{ results: readonly Item[] }>>
  skeleton: ReactNode
  empty: ReactNode
  moreLabel: string
  /** Uses two columns where there is room. */
  columns?: boolean
  children: (item: Item) => ReactNode
}) {
  return (
    <Loaded query={query} skeleton={skeleton}>
      {({ pages }) =>
        pages.every(({ results }) => results.length === 0) ? (
          empty
        ) : (
          <div aria-busy={query.isPlaceholderData} className="flex flex-col gap-4 aria-busy:opacity-60">
            <ul className={clsx('grid gap-4', columns && 'lg:grid-cols-2')}>
              {pages.flatMap(({ results }) =>
                results.map(item => (
                  <li key={item.id} className="min-w-0">
                    {children(item)}
                  </li>
                )),
              )}
            </ul>
            <LoadMore list={query} label={moreLabel} />
          </div>
        )
      }
    </Loaded>
  )
}
