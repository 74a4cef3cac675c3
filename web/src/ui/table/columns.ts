import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  type ReactTable,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { normalizeForSearch } from '../string-similarity.ts'

export type TableRow = Record<string, unknown>
type SortValue = string | number | null | undefined

/** One column. Where the rows come in pages, the server sorts and searches: then the column says `server`. */
export type DataColumn<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** What sorting compares; without it the column cannot be sorted. */
  sort?: ((row: Row) => SortValue) | 'server'
  /** The words a search looks through; without it the column is not offered to search by. */
  search?: ((row: Row) => string) | 'server'
  align?: 'end'
  /** Long words may break anywhere, as those of an address, so that the other columns have room. */
  canBreakAnywhere?: boolean
  /** Offered to search by, but drawn in another column or in none. */
  isSearchOnly?: boolean
  /** Heads no column and names no card, as the buttons at the end of a row. */
  isHeaderHidden?: boolean
}

export const features = tableFeatures({
  columnFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
  rowSelectionFeature,
})
export type TableInstance<Row extends TableRow> = ReactTable<typeof features, Row>

const collator = new Intl.Collator(undefined, { numeric: true })

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return collator.compare(String(one), String(other))
}

/** Our columns as the table library wants them. */
export function toColumnDefs<Row extends TableRow>(columns: readonly DataColumn<Row>[]) {
  const helper = createColumnHelper<typeof features, Row>()
  return helper.columns(
    columns.map(({ id, sort, search }) =>
      helper.accessor(row => (typeof sort === 'function' ? (sort(row) ?? undefined) : undefined), {
        id,
        enableSorting: sort !== undefined,
        sortUndefined: 'last',
        sortFn: (one, other, column) => compare(one.getValue(column), other.getValue(column)),
        enableColumnFilter: search !== undefined,
        filterFn: (row, _, words: unknown) =>
          typeof search === 'function' &&
          normalizeForSearch(search(row.original)).includes(normalizeForSearch(String(words))),
      }),
    ),
  )
}
