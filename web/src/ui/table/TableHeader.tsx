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
    <thead role="rowgroup" className="block wide:table-header-group">
      <tr role="row" className="flex flex-wrap items-center gap-x-2 wide:table-row wide:border-b wide:border-line">
        {canSelect && (
          <th role="columnheader" scope="col" className="text-left font-normal wide:w-12">
            {table.getRowModel().rows.some(row => row.getCanSelect()) ? (
              <Checkbox
                label={t('table.select_page')}
                accessibleName={t('table.select_page')}
                isChecked={table.getIsAllPageRowsSelected()}
                isIndeterminate={table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected()}
                onCheckedChange={isOn => table.toggleAllPageRowsSelected(isOn)}
                labelClassName="wide:sr-only"
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
          'sr-only wide:not-sr-only wide:px-3 wide:py-3',
          isEndAligned ? 'wide:text-right' : 'wide:text-left',
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
      className={clsx('wide:print:px-3 wide:print:py-1', isEndAligned ? 'wide:text-right' : 'text-left')}
    >
      {/* Browsers leave buttons out where they repeat a header on the next sheet. */}
      <span className="hidden print:inline">{column.header}</span>
      <button
        type="button"
        onClick={() => table.getColumn(column.id)?.toggleSorting()}
        className="inline-flex min-h-12 items-center gap-1 rounded-md border border-line px-3 font-bold hover:bg-leaf-tint wide:border-transparent print:hidden"
      >
        {column.header}
        <Icon aria-hidden="true" className={clsx('size-5 shrink-0', iconClass)} />
      </button>
    </th>
  )
}
