import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadEnglish } from '../../testing/load-english.ts'
import type { DataColumn } from './columns.ts'
import { DataTable } from './DataTable.tsx'
import { defaultView, type TableView } from './table-view.ts'

beforeAll(() => loadEnglish('common', 'controls'))

type Farm = { id: string; name: string; acres: number | null }
const columns: readonly DataColumn<Farm>[] = [
  { id: 'name', header: 'Farm', cell: farm => farm.name, sort: farm => farm.name, search: farm => farm.name },
  { id: 'acres', header: 'Size', cell: farm => farm.acres ?? 'not known', sort: farm => farm.acres },
  { id: 'open', header: 'Open', cell: farm => <a href={`/${farm.id}`}>Open</a>, isHeaderHidden: true },
]
const farms: Farm[] = Array.from({ length: 42 }, (_, at) => ({
  id: `f${at + 1}`,
  name: `Farm ${at + 1}`,
  acres: at + 1,
}))

type Props = Partial<Parameters<typeof DataTable<Farm>>[0]>
const renderTable = (props: Props = {}, view: Partial<TableView> = {}) =>
  renderToStaticMarkup(
    <DataTable
      title="Farms"
      columns={columns}
      rows={farms}
      getRowId={farm => farm.id}
      getRowLabel={farm => farm.name}
      view={{ ...defaultView, ...view }}
      onViewChange={() => undefined}
      {...props}
    />,
  )
const getRowNames = (markup: string) => [...markup.matchAll(/scope="row"[^>]*>([^<]*)</g)].map(([, name]) => name)
const getSortOrders = (markup: string) => [...markup.matchAll(/aria-sort="(\w+)"/g)].map(([, order]) => order)

describe('a compact table', () => {
  it('has headers for screen readers only, and leaves out what a detail view shows on phones', () => {
    const compactColumns = columns.map(column => ({ ...column, isLeftOutOfCompactRows: column.id === 'acres' }))
    const getCell = (markup: string) => /<td role="cell" class="([^"]*)">(?:(?!<td).)*12</.exec(markup)?.[1] ?? ''
    const compact = renderTable({ isCompact: true, columns: compactColumns, rows: farms.slice(11, 12) })
    expect(getCell(compact)).toMatch(/(^| )hidden( |$)/)
    const cards = renderTable({ columns: compactColumns, rows: farms.slice(11, 12) })
    expect(getCell(cards)).not.toMatch(/(^| )hidden( |$)/)
  })
})

describe('a table', () => {
  it('shows the first twenty rows with their range and links only forward', () => {
    const markup = renderTable()
    expect(getRowNames(markup)).toEqual(farms.slice(0, 20).map(({ name }) => name))
    expect(markup).toContain('1 to 20 of 42')
    const isButtonDisabled = (name: string) => new RegExp(`aria-label="${name}"[^>]* aria-disabled="true"`).test(markup)
    expect(['First page', 'Previous page', 'Next page', 'Last page'].map(isButtonDisabled)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('has no pages where it is short enough to show all rows', () => {
    const short = renderTable({ isUnpaged: true, rows: farms.slice(0, 4) })
    expect(getRowNames(short)).toHaveLength(4)
    expect(short).not.toContain('Rows per page')
    expect(short).not.toContain('Next page')
  })

  it('shows the rest on the last page, and all rows with page size all', () => {
    expect(getRowNames(renderTable({}, { page: 3 }))).toEqual(['Farm 41', 'Farm 42'])
    expect(renderTable({}, { page: 3 })).toContain('41 to 42 of 42')
    expect(getRowNames(renderTable({}, { pageSize: 'all' }))).toHaveLength(42)
  })

  it('has checkboxes only for selectable rows, and selects the page only if there are some', () => {
    const getCheckboxNames = (props: Props) =>
      [
        ...renderTable({ onSelectionChange: () => undefined, ...props }).matchAll(
          /type="checkbox" aria-label="([^"]*)"/g,
        ),
      ].map(([, name]) => name)
    expect(getCheckboxNames({ isRowSelectable: farm => farm.id === 'f2' })).toEqual([
      'Select all on this page',
      'Select Farm 2',
    ])
    expect(getCheckboxNames({ isRowSelectable: () => false })).toEqual([])
    expect(getCheckboxNames({ rows: [] })).toEqual([])
  })

  it('shows its title unless the page already does', () => {
    expect(renderTable()).toContain('<h2 class="text-xl">Farms</h2>')
    const untitled = renderTable({ isTitleHidden: true })
    expect(untitled).not.toContain('<h2')
    expect(untitled).toContain('aria-label="Farms"')
  })

  it('shows the sorted column and direction, with numbers by size and unknown values last', () => {
    expect(getSortOrders(renderTable())).toEqual(['none', 'none'])
    const rows = [...farms, { id: 'x', name: 'Unmeasured', acres: null }]
    const largest = renderTable({ rows }, { sort: { column: 'acres', direction: 'descending' }, pageSize: 5 })
    expect(getSortOrders(largest)).toEqual(['none', 'descending'])
    expect(getRowNames(largest)).toEqual(['Farm 42', 'Farm 41', 'Farm 40', 'Farm 39', 'Farm 38'])
    const smallest = renderTable({ rows }, { sort: { column: 'acres', direction: 'ascending' }, pageSize: 'all' })
    expect(getRowNames(smallest).at(0)).toBe('Farm 1')
    expect(getRowNames(smallest).at(-1)).toBe('Unmeasured')
    expect(getRowNames(renderTable({}, { sort: { column: 'name', direction: 'ascending' }, pageSize: 5 }))[1]).toBe(
      'Farm 2',
    )
  })

  it('searches without regard to case and accents, and says when nothing matches', () => {
    const rows = [...farms, { id: 'x', name: 'Kôte Farm', acres: 2 }]
    expect(getRowNames(renderTable({ rows }, { search: 'kote' }))).toEqual(['Kôte Farm'])
    const nothing = renderTable({ rows }, { search: 'plantation' })
    expect(nothing).toContain('No results')
    expect(nothing).toMatch(/aria-live="polite"[^>]*>No rows</)
    expect(nothing.match(/aria-label="\w+ page"[^>]* aria-disabled="true"/g)).toHaveLength(4)
    expect(renderTable({ rows, emptyMessage: 'No farm yet' }, { search: 'plantation' })).toContain('No farm yet')
  })

  it('searches a column that is not shown', () => {
    const all: readonly DataColumn<Farm>[] = [
      ...columns,
      { id: 'code', header: 'Code', cell: () => null, search: farm => `code ${farm.id}`, isSearchOnly: true },
    ]
    const markup = renderTable({ columns: all }, { search: 'code f42', searchBy: 'code' })
    expect(getRowNames(markup)).toEqual(['Farm 42'])
    expect(markup.match(/role="columnheader"/g)).toHaveLength(3)
  })

  it('shows placeholders in the shape of its rows while they load', () => {
    const waiting = renderTable({ rows: [], isLoading: true })
    expect(waiting).toContain('aria-busy="true"')
    expect(waiting).toContain('Loading…')
    expect(waiting.match(/animate-pulse/g)?.length).toBeGreaterThan(columns.length)
    expect(waiting).not.toContain('No results')
  })

  it('keeps the current rows until the next ones have loaded', () => {
    const waiting = renderTable({ isLoading: true })
    expect(getRowNames(waiting)).toHaveLength(20)
    expect(waiting).toContain('aria-busy="true"')
  })
})

describe('selecting rows', () => {
  const onSelectionChange = () => undefined
  it('has a checkbox for the page and one named after each row', () => {
    const markup = renderTable({ onSelectionChange }, { pageSize: 5 })
    expect(markup.match(/type="checkbox"/g)).toHaveLength(6)
    expect(markup).toContain('aria-label="Select all on this page"')
    expect(markup).toContain('aria-label="Select Farm 3"')
    expect(renderTable()).not.toContain('type="checkbox"')
  })

  it('shows how many rows are selected and the actions for them', () => {
    const actions = <button type="button">Print</button>
    expect(renderTable({ onSelectionChange, actions })).not.toContain('Print')
    const markup = renderTable({ onSelectionChange, actions, selectedIds: ['f1', 'f2'] }, { pageSize: 5 })
    expect(markup).toContain('2 rows selected')
    expect(markup).toContain('Print')
    expect(markup.match(/checked=""/g)).toHaveLength(2)
    const all = renderTable({ onSelectionChange, selectedIds: farms.slice(0, 5).map(({ id }) => id) }, { pageSize: 5 })
    expect(all.match(/checked=""/g)).toHaveLength(6)
  })
})

describe('rows in pages of the server', () => {
  const serverColumns: readonly DataColumn<Farm>[] = columns.map(column =>
    column.isHeaderHidden ? column : { ...column, sort: 'server', search: 'server' },
  )
  it('keep the server’s order, and the range counts all rows', () => {
    const rows = farms.slice(20, 40).toReversed()
    const view = { page: 2, search: 'nothing here has this', sort: { column: 'name', direction: 'ascending' } } as const
    const markup = renderTable({ rows, columns: serverColumns, serverRowCount: 742 }, view)
    expect(getRowNames(markup)).toEqual(rows.map(({ name }) => name))
    expect(markup).toContain('21 to 40 of 742')
    const capped = renderTable({ rows, columns: serverColumns, serverRowCount: 10_000, isCapped: true }, view)
    expect(capped).toContain('21 to 40 of 10,000+')
    expect(getSortOrders(markup)).toEqual(['ascending', 'none'])
  })

  it('are shown two hundred at a time with page size all', () => {
    expect(renderTable({ columns: serverColumns, serverRowCount: 742 }, { pageSize: 'all' })).toContain(
      '1 to 200 of 742',
    )
  })
})
