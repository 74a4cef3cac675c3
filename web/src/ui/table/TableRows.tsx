// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the elements are blocks, and would lose their roles

import { clsx } from 'clsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { Checkbox } from '../form/Checkbox.tsx'
import type { DataColumn, TableInstance, TableRow } from './columns.ts'

const rowClass =
  'relative flex flex-col gap-1 rounded-lg border border-line bg-white p-4 @3xl:static @3xl:table-row @3xl:rounded-none @3xl:border-0 @3xl:border-b @3xl:last:border-0'
const cellClass = '@3xl:table-cell @3xl:px-3 @3xl:py-2 @3xl:align-middle'

/** The rows of the page. Each is a card where columns do not fit. */
export function TableRows<Row extends TableRow>({
  table,
  columns,
  getRowLabel,
  canSelect,
}: {
  table: TableInstance<Row>
  columns: readonly DataColumn<Row>[]
  getRowLabel: (row: Row) => string
  canSelect: boolean
}) {
  const { t } = useTranslation()
  const [first, ...others] = columns
  return table.getRowModel().rows.map(row => (
    <tr key={row.id} role="row" className={clsx(rowClass, row.getIsSelected() && 'bg-leaf-tint')}>
      {canSelect && (
        <td role="cell" className="absolute top-1 right-1 @3xl:static @3xl:table-cell @3xl:w-12 @3xl:align-middle">
          {row.getCanSelect() && (
            <Checkbox
              label={t('table.select')}
              accessibleName={t('table.select_row', { name: getRowLabel(row.original) })}
              isChecked={row.getIsSelected()}
              onCheckedChange={isOn => row.toggleSelected(isOn)}
              labelClassName="sr-only"
            />
          )}
        </td>
      )}
      {first && (
        <th
          role="rowheader"
          scope="row"
          className={clsx(
            'text-left text-lg @3xl:text-base',
            first.canBreakAnywhere ? 'wrap-anywhere' : 'break-words',
            canSelect && 'pr-10',
            cellClass,
          )}
        >
          {first.cell(row.original)}
        </th>
      )}
      {others.map(column => (
        <td
          key={column.id}
          role="cell"
          className={clsx(
            cellClass,
            column.isHeaderHidden ? 'pt-2' : 'flex flex-wrap gap-x-2',
            column.align === 'end' && '@3xl:text-right',
          )}
        >
          {!column.isHeaderHidden && (
            <span className="min-w-min flex-[2_1_6.5rem] break-words text-muted @3xl:hidden">{column.header}</span>
          )}
          <div
            className={clsx(
              'min-w-0',
              !column.isHeaderHidden && 'flex-[3_1_9.5rem]',
              column.canBreakAnywhere ? 'wrap-anywhere' : 'break-words',
            )}
          >
            {column.cell(row.original)}
          </div>
        </td>
      ))}
    </tr>
  ))
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f']

/** Placeholders in the shape of rows. */
export function SkeletonRows<Row>({ columns, canSelect }: { columns: readonly DataColumn<Row>[]; canSelect: boolean }) {
  return skeletonRows.map(row => (
    <tr key={row} className={rowClass}>
      {canSelect && (
        <td className="@3xl:table-cell @3xl:w-12 @3xl:px-3">
          <Skeleton className="size-6" />
        </td>
      )}
      {columns.map((column, at) => (
        <td key={column.id} className={cellClass}>
          <Skeleton className={at === 0 ? 'h-7 w-40 max-w-full' : 'h-5 w-full'} />
        </td>
      ))}
    </tr>
  ))
}
