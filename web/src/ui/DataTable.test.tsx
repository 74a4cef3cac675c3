import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadText, speak } from '../text/say.ts'
import { DataTable } from './DataTable.tsx'
import type { DataColumn } from './table/table-columns.ts'
import { firstView, type TableView } from './table/table-view.ts'

// Rendered without a browser: what the language asks of one stands here.
beforeAll(async () => {
  Object.assign(globalThis, {
    localStorage: { getItem: () => null },
    document: { documentElement: {} },
    navigator: { languages: ['en'] },
  })
  await loadText('common', 'controls')
  await speak('en')
})

type Farm = { id: string; name: string; acres: number | null }
const columns: readonly DataColumn<Farm>[] = [
  { id: 'name', header: 'Farm', cell: farm => farm.name, sort: farm => farm.name, search: farm => farm.name },
  { id: 'acres', header: 'Size', cell: farm => farm.acres ?? 'not known', sort: farm => farm.acres },
  { id: 'open', header: 'Open', cell: farm => <a href={`/${farm.id}`}>Open</a>, isBare: true },
]
const farms: Farm[] = Array.from({ length: 42 }, (_, at) => ({
  id: `f${at + 1}`,
  name: `Farm ${at + 1}`,
  acres: at + 1,
}))

type Props = Partial<Parameters<typeof DataTable<Farm>>[0]>
const draw = (props: Props = {}, view: Partial<TableView> = {}) =>
  renderToStaticMarkup(
    <DataTable
      title="Farms"
      columns={columns}
      rows={farms}
      rowId={farm => farm.id}
      rowName={farm => farm.name}
      view={{ ...firstView, ...view }}
      onView={() => undefined}
      {...props}
    />,
  )
const shown = (markup: string) => [...markup.matchAll(/scope="row"[^>]*>([^<]*)</g)].map(([, name]) => name)
const sortOf = (markup: string) => [...markup.matchAll(/aria-sort="(\w+)"/g)].map(([, order]) => order)

describe('a table', () => {
  it('shows twenty rows first, says which, and leads on but not back', () => {
    const markup = draw()
    expect(shown(markup)).toEqual(farms.slice(0, 20).map(({ name }) => name))
    expect(markup).toContain('1 to 20 of 42')
    const isClosed = (name: string) => new RegExp(`aria-label="${name}"[^>]* aria-disabled="true"`).test(markup)
    expect(['First page', 'Previous page', 'Next page', 'Last page'].map(isClosed)).toEqual([true, true, false, false])
  })

  it('shows the rest on its last page and all rows at once when asked', () => {
    expect(shown(draw({}, { page: 3 }))).toEqual(['Farm 41', 'Farm 42'])
    expect(draw({}, { page: 3 })).toContain('41 to 42 of 42')
    expect(shown(draw({}, { pageSize: 'all' }))).toHaveLength(42)
  })

  it('has a title for eyes only where the page has said it', () => {
    expect(draw()).toContain('<h2 class="text-xl">Farms</h2>')
    const untitled = draw({ isTitleHidden: true })
    expect(untitled).not.toContain('<h2')
    expect(untitled).toContain('aria-label="Farms"')
  })

  it('says by which column and how it is sorted, figures by size and what is not known last', () => {
    expect(sortOf(draw())).toEqual(['none', 'none'])
    const rows = [...farms, { id: 'x', name: 'Unmeasured', acres: null }]
    const largest = draw({ rows }, { sort: { column: 'acres', direction: 'descending' }, pageSize: 5 })
    expect(sortOf(largest)).toEqual(['none', 'descending'])
    expect(shown(largest)).toEqual(['Farm 42', 'Farm 41', 'Farm 40', 'Farm 39', 'Farm 38'])
    const smallest = draw({ rows }, { sort: { column: 'acres', direction: 'ascending' }, pageSize: 'all' })
    expect(shown(smallest).at(0)).toBe('Farm 1')
    expect(shown(smallest).at(-1)).toBe('Unmeasured')
    expect(shown(draw({}, { sort: { column: 'name', direction: 'ascending' }, pageSize: 5 }))[1]).toBe('Farm 2')
  })

  it('finds what is searched without minding case and accents, and says when there is nothing', () => {
    const rows = [...farms, { id: 'x', name: 'Kôte Farm', acres: 2 }]
    expect(shown(draw({ rows }, { search: 'kote' }))).toEqual(['Kôte Farm'])
    const nothing = draw({ rows }, { search: 'plantation' })
    expect(nothing).toContain('No results')
    expect(nothing).toMatch(/aria-live="polite"[^>]*>No rows</)
    expect(nothing.match(/aria-label="\w+ page"[^>]* aria-disabled="true"/g)).toHaveLength(4)
    expect(draw({ rows, none: 'No farm yet' }, { search: 'plantation' })).toContain('No farm yet')
  })

  it('searches a column that is drawn nowhere', () => {
    const all: readonly DataColumn<Farm>[] = [
      ...columns,
      { id: 'code', header: 'Code', cell: () => null, search: farm => `code ${farm.id}`, isSearchOnly: true },
    ]
    const markup = draw({ columns: all }, { search: 'code f42', searchBy: 'code' })
    expect(shown(markup)).toEqual(['Farm 42'])
    expect(markup.match(/role="columnheader"/g)).toHaveLength(3)
  })

  it('holds the shape of its rows while they are on their way', () => {
    const waiting = draw({ rows: [], isLoading: true })
    expect(waiting).toContain('aria-busy="true"')
    expect(waiting).toContain('Loading…')
    expect(waiting.match(/animate-pulse/g)?.length).toBeGreaterThan(columns.length)
    expect(waiting).not.toContain('No results')
  })

  it('keeps the rows before the next ones have come', () => {
    const waiting = draw({ isLoading: true })
    expect(shown(waiting)).toHaveLength(20)
    expect(waiting).toContain('aria-busy="true"')
  })
})

describe('choosing rows', () => {
  const onSelect = () => undefined
  it('has a box for all of the page and one for each, named after its row', () => {
    const markup = draw({ onSelect }, { pageSize: 5 })
    expect(markup.match(/type="checkbox"/g)).toHaveLength(6)
    expect(markup).toContain('aria-label="Select all on this page"')
    expect(markup).toContain('aria-label="Select Farm 3"')
    expect(draw()).not.toContain('type="checkbox"')
  })

  it('says how many are chosen and offers what can be done with them', () => {
    const actions = <button type="button">Print</button>
    expect(draw({ onSelect, actions })).not.toContain('Print')
    const markup = draw({ onSelect, actions, selected: ['f1', 'f2'] }, { pageSize: 5 })
    expect(markup).toContain('2 rows selected')
    expect(markup).toContain('Print')
    expect(markup.match(/checked=""/g)).toHaveLength(2)
    const all = draw({ onSelect, selected: farms.slice(0, 5).map(({ id }) => id) }, { pageSize: 5 })
    expect(all.match(/checked=""/g)).toHaveLength(6)
  })
})

describe('rows that come in pages from the server', () => {
  const serverColumns: readonly DataColumn<Farm>[] = columns.map(column =>
    column.isBare ? column : { ...column, sort: 'server', search: 'server' },
  )
  it('stand as they came, and the range tells of all of them', () => {
    const rows = farms.slice(20, 40).toReversed()
    const view = { page: 2, search: 'nothing here has this', sort: { column: 'name', direction: 'ascending' } } as const
    const markup = draw({ rows, columns: serverColumns, serverCount: 742 }, view)
    expect(shown(markup)).toEqual(rows.map(({ name }) => name))
    expect(markup).toContain('21 to 40 of 742')
    expect(sortOf(markup)).toEqual(['ascending', 'none'])
  })

  it('come two hundred at a time when all are asked for', () => {
    expect(draw({ columns: serverColumns, serverCount: 742 }, { pageSize: 'all' })).toContain('1 to 200 of 742')
  })
})
