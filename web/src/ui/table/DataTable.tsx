// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the elements are blocks, and would lose their roles
import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { controlClass, Field } from '../form/Field.tsx'
import { Select } from '../form/Select.tsx'
import type { DataColumn, TableRow } from './columns.ts'
import { TableHeader } from './TableHeader.tsx'
import { TablePagination } from './TablePagination.tsx'
import { SkeletonRows, TableRows } from './TableRows.tsx'
import { defaultView, type TableView } from './table-view.ts'
import { useDataTable, usePageRange } from './use-data-table.ts'

type DataTableProps<Row extends TableRow> = {
  /** The accessible name; drawn above the table unless the page already shows it. */
  title: string
  isTitleHidden?: boolean
  /** Create it once, outside the component or in a memo. The first column names the row. */
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  getRowId: (row: Row) => string
  /** A name for the row where its cells are not visible, as for its checkbox. */
  getRowLabel: (row: Row) => string
  isLoading?: boolean
  /** Replaces 'No results'. */
  emptyMessage?: ReactNode
  /** Page, order and search. Without it the table keeps them in its own state. */
  view?: TableView
  onViewChange?: (view: TableView) => void
  /** The number of rows on the server. Then `rows` is one page, which the server has sorted and searched by `view`. */
  serverRowCount?: number
  /** The server stopped counting at `serverRowCount`: more rows exist. */
  isCapped?: boolean | undefined
  /** Makes rows selectable; `selectedIds` are their ids. */
  onSelectionChange?: (ids: readonly string[]) => void
  selectedIds?: readonly string[]
  /** Rows without it cannot be selected; all can by default. */
  isRowSelectable?: (row: Row) => boolean
  /**
   * On a phone the cards are a few lines: the first column, then the others without their headers,
   * and buttons at the end.
   */
  isCompact?: boolean
  /** Leaves page size and page buttons out, for a table that is short enough to show all rows. */
  isUnpaged?: boolean
  /** Actions for the selected rows, shown while there are some. */
  actions?: ReactNode
}

const noSelection: readonly string[] = []

/** A table with search, sorting, pages and selection. On a phone each row is a card; on paper it is a table with its header on each page. */
export function DataTable<Row extends TableRow>({
  title,
  isTitleHidden = false,
  columns,
  rows,
  getRowId,
  getRowLabel,
  isLoading = false,
  emptyMessage,
  view: controlledView,
  onViewChange,
  serverRowCount,
  isCapped = false,
  onSelectionChange,
  selectedIds = noSelection,
  isRowSelectable,
  isCompact = false,
  isUnpaged = false,
  actions,
}: DataTableProps<Row>) {
  const { t } = useTranslation()
  const [localView, setLocalView] = useState(defaultView)
  const view = controlledView ?? localView
  const setView = onViewChange ?? setLocalView
  const tableOptions = {
    columns,
    rows,
    getRowId,
    view,
    onViewChange: setView,
    isLoading,
    serverRowCount,
    selectedIds,
    onSelectionChange,
    isRowSelectable,
  }
  const table = useDataTable(tableOptions)
  const count = table.getRowCount()
  const pageRange = usePageRange(table, tableOptions)
  const isInitialLoad = isLoading && rows.length === 0
  const canSelect = onSelectionChange !== undefined
  const visibleColumns = columns.filter(column => !column.isSearchOnly)
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      {!isTitleHidden && <h2 className="text-xl">{title}</h2>}
      <TableSearch {...{ columns, view }} onViewChange={setView} />
      {canSelect && selectedIds.length > 0 && (
        <div className="flex flex-wrap items-center gap-3 rounded-lg border border-leaf bg-leaf-tint px-4 py-2">
          <p aria-live="polite" className="font-bold">
            {t('table.selected', { count: selectedIds.length })}
          </p>
          {actions}
        </div>
      )}
      <div className="@container">
        <p role="status" className="sr-only">
          {isLoading && t('table.loading')}
        </p>
        <div className="wide:overflow-x-auto wide:rounded-lg wide:border wide:border-line wide:bg-white print:overflow-visible">
          <table role="table" aria-label={title} aria-busy={isLoading} className="block w-full wide:table">
            <TableHeader {...{ table, canSelect }} columns={visibleColumns} />
            <tbody
              role="rowgroup"
              className={clsx(
                'mt-3 flex flex-col aria-busy:opacity-60 wide:mt-0 wide:table-row-group',
                isCompact ? 'gap-2' : 'gap-3',
              )}
              aria-busy={isLoading && !isInitialLoad}
            >
              {isInitialLoad ? (
                <SkeletonRows canSelect={canSelect} columns={visibleColumns} />
              ) : (
                <TableRows {...{ table, getRowLabel, canSelect, isCompact }} columns={visibleColumns} />
              )}
            </tbody>
          </table>
          {!isLoading && count === 0 && (
            <div role="status" className="px-4 py-10 text-center text-muted">
              {emptyMessage ?? t('table.no_results')}
            </div>
          )}
        </div>
      </div>
      {!isInitialLoad && !isUnpaged && (
        <TablePagination {...{ view, pageRange, count, isCapped }} onViewChange={setView} />
      )}
    </section>
  )
}

const debounceMs = 500

/** The search text and the column to search. It searches after a pause in typing, or on Enter. */
function TableSearch<Row>({
  columns,
  view,
  onViewChange,
}: {
  columns: readonly DataColumn<Row>[]
  view: TableView
  onViewChange: (view: TableView) => void
}) {
  const { t } = useTranslation()
  const searchable = columns.filter(column => column.search)
  const [typed, setTyped] = useState(view.search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The search changed from outside, as by the back button.
  const lastEmitted = useRef(view.search)
  if (view.search !== lastEmitted.current) {
    lastEmitted.current = view.search
    setTyped(view.search)
  }
  function search(text: string, searchBy = view.searchBy) {
    clearTimeout(timer.current)
    const query = text.trim()
    if (query === view.search && searchBy === view.searchBy) return
    lastEmitted.current = query
    onViewChange({ ...view, page: 1, search: query, searchBy })
  }
  if (searchable.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser of our readers knows <search>
    <form
      role="search"
      onSubmit={event => {
        event.preventDefault()
        search(typed)
      }}
      className={clsx('grid max-w-2xl items-end gap-3', searchable.length > 1 && 'sm:grid-cols-[1fr_14rem]')}
    >
      <Field label={t('action.search')}>
        {control => (
          <div className="relative">
            <Search aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3 size-5 text-muted" />
            <input
              {...control}
              type="search"
              autoComplete="off"
              maxLength={100}
              value={typed}
              onChange={event => {
                setTyped(event.target.value)
                clearTimeout(timer.current)
                timer.current = setTimeout(search, debounceMs, event.target.value)
              }}
              className={clsx(controlClass, 'pl-10')}
            />
          </div>
        )}
      </Field>
      {searchable.length > 1 && (
        <Select
          label={t('table.search_by')}
          options={searchable.map(({ id, header }) => ({ value: id, label: header }))}
          value={view.searchBy || (searchable[0]?.id ?? null)}
          onChange={by => search(typed, by)}
        />
      )}
    </form>
  )
}
