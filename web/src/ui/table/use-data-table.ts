import { functionalUpdate, type RowSelectionState, type Updater, useTable } from '@tanstack/react-table'
import { useEffect, useMemo } from 'react'
import { type DataColumn, features, type TableInstance, type TableRow, toColumnDefs } from './columns.ts'
import { getPageRange, rowsPerPage, type TableView } from './table-view.ts'

type DataTableOptions<Row> = {
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  getRowId: (row: Row) => string
  view: TableView
  onViewChange: (view: TableView) => void
  isLoading: boolean
  /** The number of rows on the server; undefined if all rows are here. */
  serverRowCount: number | undefined
  selectedIds: readonly string[]
  onSelectionChange: ((ids: readonly string[]) => void) | undefined
  isRowSelectable: ((row: Row) => boolean) | undefined
}

/**
 * Connects TanStack Table to a view that is held elsewhere. It sorts, searches and paginates only if all rows are here.
 */
export function useDataTable<Row extends TableRow>(options: DataTableOptions<Row>): TableInstance<Row> {
  const { columns, rows, getRowId, view, onViewChange, serverRowCount, selectedIds, onSelectionChange } = options
  const { isRowSelectable = () => true } = options
  const isServerPaged = serverRowCount !== undefined
  const searchBy = view.searchBy || columns.find(column => column.search)?.id
  const state = useMemo(() => {
    const pageSize = rowsPerPage(view.pageSize, rows.length, isServerPaged)
    return {
      pagination: { pageIndex: view.page - 1, pageSize },
      sorting: view.sort ? [{ id: view.sort.column, desc: view.sort.direction === 'descending' }] : [],
      columnFilters: view.search && searchBy ? [{ id: searchBy, value: view.search }] : [],
      rowSelection: Object.fromEntries(selectedIds.map(id => [id, true as const])),
    }
  }, [view, rows.length, isServerPaged, searchBy, selectedIds])
  const columnDefs = useMemo(() => toColumnDefs(columns), [columns])
  const data = useMemo(() => [...rows], [rows])
  return useTable({
    features,
    columns: columnDefs,
    data,
    getRowId,
    state,
    onPaginationChange: updater =>
      onViewChange({ ...view, page: functionalUpdate(updater, state.pagination).pageIndex + 1 }),
    onSortingChange: updater => {
      const [sort] = functionalUpdate(updater, state.sorting)
      const direction = sort?.desc ? 'descending' : 'ascending'
      onViewChange({ ...view, page: 1, sort: sort ? { column: sort.id, direction } : null })
    },
    onRowSelectionChange: (updater: Updater<RowSelectionState>) =>
      onSelectionChange?.(Object.keys(functionalUpdate(updater, state.rowSelection))),
    enableMultiSort: false,
    sortDescFirst: true,
    // Refetched rows must not reset the page to the first.
    autoResetPageIndex: false,
    enableRowSelection: ({ original }) => onSelectionChange !== undefined && isRowSelectable(original),
    manualPagination: isServerPaged,
    manualSorting: isServerPaged,
    manualFiltering: isServerPaged,
    ...(isServerPaged && { rowCount: serverRowCount }),
  })
}

/** Returns the range of rows on the page. If rows have gone and the page with them, it moves to the last page. */
export function usePageRange<Row extends TableRow>(
  table: TableInstance<Row>,
  { view, onViewChange, isLoading }: Pick<DataTableOptions<Row>, 'view' | 'onViewChange' | 'isLoading'>,
) {
  const { pageIndex, pageSize } = table.state.pagination
  const pageRange = getPageRange(pageIndex + 1, pageSize, table.getRowCount())
  const isOutOfRange = !isLoading && pageRange.page !== view.page
  useEffect(() => {
    if (isOutOfRange) onViewChange({ ...view, page: pageRange.page })
  }, [isOutOfRange, onViewChange, view, pageRange.page])
  return pageRange
}
