// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the elements are blocks, and would lose their roles

import { clsx } from 'clsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { Checkbox } from '../form/Checkbox.tsx'
import type { DataColumn, TableInstance, TableRow } from './columns.ts'

const rowClass =
  'relative flex flex-col gap-1 rounded-lg border border-line bg-white p-4 wide:static wide:table-row wide:rounded-none wide:border-0 wide:border-b wide:last:border-0 print:break-inside-avoid'
const compactRowClass =
  'relative flex min-h-16 flex-wrap content-center items-center gap-x-3 rounded-lg border border-line bg-white py-2 pr-16 pl-4 wide:static wide:table-row wide:rounded-none wide:border-0 wide:border-b wide:last:border-0 print:break-inside-avoid'
const cellClass = 'wide:table-cell wide:px-3 wide:py-2 wide:align-middle wide:print:py-1'

/** The rows of the page. Each is a card, or compact, where columns do not fit. */
export function TableRows<Row extends TableRow>({
  table,
  columns,
  getRowLabel,
  canSelect,
  isCompact,
}: {
  table: TableInstance<Row>
  columns: readonly DataColumn<Row>[]
  getRowLabel: (row: Row) => string
  canSelect: boolean
  isCompact: boolean
}) {
  const { t } = useTranslation()
  const [first, ...others] = columns
  return table.getRowModel().rows.map(row => (
    <tr
      key={row.id}
      role="row"
      className={clsx(
        isCompact ? compactRowClass : rowClass,
        isCompact && canSelect && 'pl-14',
        row.getIsSelected() && 'bg-leaf-tint',
      )}
    >
      {canSelect && (
        <td
          role="cell"
          className={clsx(
            'absolute wide:static wide:table-cell wide:w-12 wide:translate-y-0 wide:align-middle',
            isCompact ? 'top-1/2 left-2 -translate-y-1/2' : 'top-1 right-1',
          )}
        >
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
            'text-left wide:text-base',
            isCompact ? 'w-full wide:w-auto' : 'text-lg',
            first.canBreakAnywhere ? 'wrap-anywhere' : 'break-words',
            canSelect && !isCompact && 'pr-10',
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
            'max-w-full',
            !isCompact && (column.isHeaderHidden ? 'pt-2' : 'flex flex-wrap gap-x-2'),
            isCompact &&
              column.isHeaderHidden &&
              'absolute top-1/2 right-2 -translate-y-1/2 wide:static wide:translate-y-0',
            isCompact && column.isLeftOutOfCompactRows && 'hidden',
            column.align === 'end' && 'wide:text-right',
          )}
        >
          {!column.isHeaderHidden && (
            <span
              className={clsx(
                'wide:hidden',
                isCompact ? 'sr-only' : 'min-w-min flex-[2_1_6.5rem] break-words text-muted',
              )}
            >
              {column.header}
            </span>
          )}
          <div
            className={clsx(
              'min-w-0',
              !isCompact && !column.isHeaderHidden && 'flex-[3_1_8rem]',
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
        <td className="wide:table-cell wide:w-12 wide:px-3">
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
