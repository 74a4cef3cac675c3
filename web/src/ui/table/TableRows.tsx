// biome-ignore-all lint/a11y/noRedundantRoles: drawn as blocks on a phone, the elements would lose what they are
import { useText } from '../../text/use-text.ts'
import { Checkbox } from '../Checkbox.tsx'
import { join } from '../join.ts'
import { Skeleton } from '../Skeleton.tsx'
import type { DataColumn, TableOf, TableRow } from './table-columns.ts'

const rowLook =
  'relative flex flex-col gap-1 rounded-lg border border-line bg-white p-4 @3xl:static @3xl:table-row @3xl:rounded-none @3xl:border-0 @3xl:border-b @3xl:last:border-0'
const cellLook = '@3xl:table-cell @3xl:px-3 @3xl:py-2 @3xl:align-middle'

/** The rows of the page; each is a card where there is no room for columns. */
export function TableRows<Row extends TableRow>({
  table,
  columns,
  rowName,
  canSelect,
}: {
  table: TableOf<Row>
  columns: readonly DataColumn<Row>[]
  rowName: (row: Row) => string
  canSelect: boolean
}) {
  const { t } = useText()
  const [first, ...others] = columns
  return table.getRowModel().rows.map(row => (
    <tr key={row.id} role="row" className={join(rowLook, row.getIsSelected() && 'bg-leaf-tint')}>
      {canSelect && (
        <td role="cell" className="absolute top-1 right-1 @3xl:static @3xl:table-cell @3xl:w-12 @3xl:align-middle">
          <Checkbox
            label={t('table.select')}
            name={t('table.select_row', { name: rowName(row.original) })}
            isChecked={row.getIsSelected()}
            onCheck={isOn => row.toggleSelected(isOn)}
            labelLook="sr-only"
          />
        </td>
      )}
      {first && (
        <th
          role="rowheader"
          scope="row"
          className={join(
            'text-left text-lg @3xl:text-base',
            first.isBreakable ? 'wrap-anywhere' : 'break-words',
            canSelect && 'pr-10',
            cellLook,
          )}
        >
          {first.cell(row.original)}
        </th>
      )}
      {others.map(column => (
        <td
          key={column.id}
          role="cell"
          className={join(
            cellLook,
            column.isBare ? 'pt-2' : 'flex flex-wrap gap-x-2',
            column.align === 'end' && '@3xl:text-right',
          )}
        >
          {!column.isBare && (
            <span className="min-w-min flex-[2_1_6.5rem] break-words text-muted @3xl:hidden">{column.header}</span>
          )}
          <div
            className={join(
              'min-w-0',
              !column.isBare && 'flex-[3_1_9.5rem]',
              column.isBreakable ? 'wrap-anywhere' : 'break-words',
            )}
          >
            {column.cell(row.original)}
          </div>
        </td>
      ))}
    </tr>
  ))
}

const waitingRows = ['a', 'b', 'c', 'd', 'e', 'f']

/** Rows on their way, of the shape they will have. */
export function WaitingRows<Row>({ columns, canSelect }: { columns: readonly DataColumn<Row>[]; canSelect: boolean }) {
  return waitingRows.map(row => (
    <tr key={row} className={rowLook}>
      {canSelect && (
        <td className="@3xl:table-cell @3xl:w-12 @3xl:px-3">
          <Skeleton className="size-6" />
        </td>
      )}
      {columns.map((column, at) => (
        <td key={column.id} className={cellLook}>
          <Skeleton className={at === 0 ? 'h-7 w-40 max-w-full' : 'h-5 w-full'} />
        </td>
      ))}
    </tr>
  ))
}
