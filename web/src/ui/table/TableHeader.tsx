// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the elements are blocks, and would lose their roles

import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Checkbox } from '../form/Checkbox.tsx'
import type { DataColumn, TableInstance, TableRow } from './columns.ts'

const sortIcons = {
  none: { Icon: ArrowUpDown, iconClass: 'text-muted' },
  descending: { Icon: ArrowDown, iconClass: 'text-leaf-ink' },
  ascending: { Icon: ArrowUp, iconClass: 'text-leaf-ink' },
} as const

/** The column headers. Above cards only the sortable ones are shown, in a row. */
export function TableHeader<Row extends TableRow>({
  table,
  columns,
  canSelect,
}: {
  table: TableInstance<Row>
  columns: readonly DataColumn<Row>[]
  canSelect: boolean
}) {
  const { t } = useTranslation()
  return (
    <thead role="rowgroup" className="block @3xl:table-header-group @max-3xl:print:hidden">
      <tr role="row" className="flex flex-wrap items-center gap-x-2 @3xl:table-row @3xl:border-b @3xl:border-line">
        {canSelect && (
          <th role="columnheader" scope="col" className="text-left font-normal @3xl:w-12">
            {table.getRowModel().rows.some(row => row.getCanSelect()) ? (
              <Checkbox
                label={t('table.select_page')}
                accessibleName={t('table.select_page')}
                isChecked={table.getIsAllPageRowsSelected()}
                isIndeterminate={table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected()}
                onCheckedChange={isOn => table.toggleAllPageRowsSelected(isOn)}
                labelClassName="@3xl:sr-only"
              />
            ) : (
              <span className="sr-only">{t('table.select')}</span>
            )}
          </th>
        )}
        {columns.map(column => (
          <HeaderCell key={column.id} {...{ table, column }} />
        ))}
      </tr>
    </thead>
  )
}

function HeaderCell<Row extends TableRow>({ table, column }: { table: TableInstance<Row>; column: DataColumn<Row> }) {
  const sorted = table.state.sorting.find(({ id }) => id === column.id)
  const direction = sorted ? (sorted.desc ? 'descending' : 'ascending') : 'none'
  const { Icon, iconClass } = sortIcons[direction]
  const isEndAligned = column.align === 'end'
  if (!column.sort)
    return (
      <th
        role="columnheader"
        scope="col"
        className={clsx(
          'sr-only @3xl:not-sr-only @3xl:px-3 @3xl:py-3',
          isEndAligned ? '@3xl:text-right' : '@3xl:text-left',
        )}
      >
        {column.isHeaderHidden ? <span className="sr-only">{column.header}</span> : column.header}
      </th>
    )
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction}
      className={clsx(isEndAligned ? '@3xl:text-right' : 'text-left')}
    >
      <button
        type="button"
        onClick={() => table.getColumn(column.id)?.toggleSorting()}
        className="inline-flex min-h-12 items-center gap-1 rounded-md border border-line px-3 font-bold hover:bg-leaf-tint @3xl:border-transparent"
      >
        {column.header}
        <Icon aria-hidden="true" className={clsx('size-5 shrink-0', iconClass)} />
      </button>
    </th>
  )
}
