import { functionalUpdate, type RowSelectionState, type Updater, useTable } from '@tanstack/react-table'
import { useEffect, useMemo } from 'react'
import { type DataColumn, features, libraryColumns, type TableOf, type TableRow } from './table-columns.ts'
import { rangeOf, rowsPerPage, type TableView } from './table-view.ts'

type Asked<Row> = {
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  view: TableView
  onView: (view: TableView) => void
  isLoading: boolean
  /** How many rows the server has in all; without it all rows are here. */
  serverCount: number | undefined
  selected: readonly string[]
  onSelect: ((ids: readonly string[]) => void) | undefined
}

/** The table library over a view that is held elsewhere: it sorts, searches and cuts pages only where all rows are here. */
export function useDataTable<Row extends TableRow>(asked: Asked<Row>): TableOf<Row> {
  const { columns, rows, rowId, view, onView, serverCount, selected, onSelect } = asked
  const isServerPaged = serverCount !== undefined
  const searchBy = view.searchBy || columns.find(column => column.search)?.id
  const state = useMemo(() => {
    const pageSize = rowsPerPage(view.pageSize, rows.length, isServerPaged)
    return {
      pagination: { pageIndex: view.page - 1, pageSize },
      sorting: view.sort ? [{ id: view.sort.column, desc: view.sort.direction === 'descending' }] : [],
      columnFilters: view.search && searchBy ? [{ id: searchBy, value: view.search }] : [],
      rowSelection: Object.fromEntries(selected.map(id => [id, true as const])),
    }
  }, [view, rows.length, isServerPaged, searchBy, selected])
  const library = useMemo(() => libraryColumns(columns), [columns])
  const data = useMemo(() => [...rows], [rows])
  return useTable({
    features,
    columns: library,
    data,
    getRowId: rowId,
    state,
    onPaginationChange: updater => onView({ ...view, page: functionalUpdate(updater, state.pagination).pageIndex + 1 }),
    onSortingChange: updater => {
      const [sort] = functionalUpdate(updater, state.sorting)
      const direction = sort?.desc ? 'descending' : 'ascending'
      onView({ ...view, page: 1, sort: sort ? { column: sort.id, direction } : null })
    },
    onRowSelectionChange: (updater: Updater<RowSelectionState>) =>
      onSelect?.(Object.keys(functionalUpdate(updater, state.rowSelection))),
    enableMultiSort: false,
    sortDescFirst: true,
    // Rows that come anew must not send the reader back to the first page.
    autoResetPageIndex: false,
    enableRowSelection: onSelect !== undefined,
    manualPagination: isServerPaged,
    manualSorting: isServerPaged,
    manualFiltering: isServerPaged,
    ...(isServerPaged && { rowCount: serverCount }),
  })
}

/** Where the reader stands; rows that went away may have taken the page with them, and then it is the last one left. */
export function usePlace<Row extends TableRow>(
  table: TableOf<Row>,
  { view, onView, isLoading }: Pick<Asked<Row>, 'view' | 'onView' | 'isLoading'>,
) {
  const { pageIndex, pageSize } = table.state.pagination
  const place = rangeOf(pageIndex + 1, pageSize, table.getRowCount())
  const isBeyond = !isLoading && place.page !== view.page
  useEffect(() => {
    if (isBeyond) onView({ ...view, page: place.page })
  }, [isBeyond, onView, view, place.page])
  return place
}
