// biome-ignore-all lint/a11y/noRedundantRoles: drawn as blocks on a phone, the elements would lose what they are
import { type ReactNode, useState } from 'react'
import { useText } from '../text/use-text.ts'
import { TableHead } from './table/TableHead.tsx'
import { TablePager } from './table/TablePager.tsx'
import { TableRows, WaitingRows } from './table/TableRows.tsx'
import { TableSearch } from './table/TableSearch.tsx'
import type { DataColumn, TableRow } from './table/table-columns.ts'
import { firstView, type TableView } from './table/table-view.ts'
import { useDataTable, usePlace } from './table/use-data-table.ts'

type DataTableProps<Row extends TableRow> = {
  /** What the table is called; drawn above it unless the page has said so already. */
  title: string
  isTitleHidden?: boolean
  /** Made once, outside the component or in a memo. The first column names the row. */
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** What a row is called where its words are not at hand, as by its checkbox. */
  rowName: (row: Row) => string
  isLoading?: boolean
  /** Instead of 'No results'. */
  none?: ReactNode
  /** Page, order and search. Left out, the table keeps them itself. */
  view?: TableView
  onView?: (view: TableView) => void
  /** The rows are one page of this many on the server, which sorts and searches them by the view. */
  serverCount?: number
  /** With it rows can be chosen; `selected` are their ids. */
  onSelect?: (ids: readonly string[]) => void
  selected?: readonly string[]
  /** What can be done with the chosen rows; drawn once there are some. */
  actions?: ReactNode
}

const nobody: readonly string[] = []

/** Rows one can search, sort, page through and choose; on a phone each row is a card. */
export function DataTable<Row extends TableRow>({
  title,
  isTitleHidden = false,
  columns,
  rows,
  rowId,
  rowName,
  isLoading = false,
  none,
  view: given,
  onView,
  serverCount,
  onSelect,
  selected = nobody,
  actions,
}: DataTableProps<Row>) {
  const { t } = useText()
  const [own, setOwn] = useState(firstView)
  const view = given ?? own
  const change = onView ?? setOwn
  const asked = { columns, rows, rowId, view, onView: change, isLoading, serverCount, selected, onSelect }
  const table = useDataTable(asked)
  const count = table.getRowCount()
  const place = usePlace(table, asked)
  const isWaiting = isLoading && rows.length === 0
  const canSelect = onSelect !== undefined
  const drawn = columns.filter(column => !column.isSearchOnly)
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      {!isTitleHidden && <h2 className="text-xl">{title}</h2>}
      <TableSearch {...{ columns, view }} onView={change} />
      {canSelect && selected.length > 0 && (
        <div className="flex flex-wrap items-center gap-3 rounded-lg border border-leaf bg-leaf-tint px-4 py-2">
          <p aria-live="polite" className="font-bold">
            {t('table.selected', { count: selected.length })}
          </p>
          {actions}
        </div>
      )}
      <div className="@container">
        <p role="status" className="sr-only">
          {isLoading && t('table.loading')}
        </p>
        <div className="@3xl:overflow-x-auto @3xl:rounded-lg @3xl:border @3xl:border-line @3xl:bg-white">
          <table role="table" aria-label={title} aria-busy={isLoading} className="block w-full @3xl:table">
            <TableHead {...{ table, canSelect }} columns={drawn} />
            <tbody
              role="rowgroup"
              className="mt-3 flex flex-col gap-3 aria-busy:opacity-60 @3xl:mt-0 @3xl:table-row-group"
              aria-busy={isLoading && !isWaiting}
            >
              {isWaiting ? (
                <WaitingRows canSelect={canSelect} columns={drawn} />
              ) : (
                <TableRows {...{ table, rowName, canSelect }} columns={drawn} />
              )}
            </tbody>
          </table>
          {!isLoading && count === 0 && (
            <div role="status" className="px-4 py-10 text-center text-muted">
              {none ?? t('table.no_results')}
            </div>
          )}
        </div>
      </div>
      {!isWaiting && <TablePager {...{ view, place, count }} onView={change} />}
    </section>
  )
}
