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

/** One column. For rows in pages of the server, `sort` and `search` are 'server'. */
export type DataColumn<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The value that sorting compares. Without it the column cannot be sorted. */
  sort?: ((row: Row) => SortValue) | 'server'
  /** The text that a search looks through. Without it the column cannot be searched. */
  search?: ((row: Row) => string) | 'server'
  align?: 'end'
  /** Long words may break anywhere, as in email addresses, so that other columns have room. */
  canBreakAnywhere?: boolean
  /** Searchable, but not shown as a column of its own. */
  isSearchOnly?: boolean
  /** Hides the header visually, as for the buttons at the end of a row. */
  isHeaderHidden?: boolean
  /** Left out of compact rows, because a detail view shows it. */
  isLeftOutOfCompactRows?: boolean
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

/** Converts our columns to those of TanStack Table. */
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
