// biome-ignore-all lint/a11y/noRedundantRoles: drawn as blocks on a phone, the elements would lose what they are
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useText } from '../../text/use-text.ts'
import { Checkbox } from '../Checkbox.tsx'
import { join } from '../join.ts'
import type { DataColumn, TableOf, TableRow } from './table-columns.ts'

const orders = {
  none: { Icon: ArrowUpDown, look: 'text-muted' },
  descending: { Icon: ArrowDown, look: 'text-leaf-ink' },
  ascending: { Icon: ArrowUp, look: 'text-leaf-ink' },
} as const

/** The names of the columns. Above cards only those stay that one can sort by, in a row of their own. */
export function TableHead<Row extends TableRow>({
  table,
  columns,
  canSelect,
}: {
  table: TableOf<Row>
  columns: readonly DataColumn<Row>[]
  canSelect: boolean
}) {
  const { t } = useText()
  return (
    <thead role="rowgroup" className="block @3xl:table-header-group">
      <tr role="row" className="flex flex-wrap items-center gap-x-2 @3xl:table-row @3xl:border-b @3xl:border-line">
        {canSelect && (
          <th role="columnheader" scope="col" className="text-left font-normal @3xl:w-12">
            <Checkbox
              label={t('table.select_page')}
              name={t('table.select_page')}
              isChecked={table.getIsAllPageRowsSelected()}
              isMixed={table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected()}
              onCheck={isOn => table.toggleAllPageRowsSelected(isOn)}
              labelLook="@3xl:sr-only"
            />
          </th>
        )}
        {columns.map(column => (
          <HeaderCell key={column.id} {...{ table, column }} />
        ))}
      </tr>
    </thead>
  )
}

function HeaderCell<Row extends TableRow>({ table, column }: { table: TableOf<Row>; column: DataColumn<Row> }) {
  const sorted = table.state.sorting.find(({ id }) => id === column.id)
  const order = sorted ? (sorted.desc ? 'descending' : 'ascending') : 'none'
  const { Icon, look } = orders[order]
  const atEnd = column.align === 'end'
  if (!column.sort)
    return (
      <th
        role="columnheader"
        scope="col"
        className={join('sr-only @3xl:not-sr-only @3xl:px-3 @3xl:py-3', atEnd ? '@3xl:text-right' : '@3xl:text-left')}
      >
        {column.isBare ? <span className="sr-only">{column.header}</span> : column.header}
      </th>
    )
  return (
    <th role="columnheader" scope="col" aria-sort={order} className={join(atEnd ? '@3xl:text-right' : 'text-left')}>
      <button
        type="button"
        onClick={() => table.getColumn(column.id)?.toggleSorting()}
        className="inline-flex min-h-12 items-center gap-1 rounded-md border border-line px-3 font-bold hover:bg-leaf-tint @3xl:border-transparent"
      >
        {column.header}
        <Icon aria-hidden="true" className={join('size-5 shrink-0', look)} />
      </button>
    </th>
  )
}
