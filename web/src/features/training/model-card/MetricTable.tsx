// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop table semantics when CSS changes the display value on phones
import type { ReactNode } from 'react'

export type MetricRow = { id: string; title: ReactNode; cells: readonly ReactNode[] }

/** A table that becomes one box per row on phones. Explicit roles keep it a table for screen readers. */
export function MetricTable({
  caption,
  rowHeader,
  columns,
  rows,
}: {
  caption: string
  /** Heading of the first column. */
  rowHeader: string
  columns: readonly string[]
  rows: readonly MetricRow[]
}) {
  return (
    <table role="table" className="w-full border-collapse text-left max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="text-sm max-sm:sr-only">
        <tr role="row" className="border-b border-line align-bottom">
          {[rowHeader, ...columns].map(title => (
            <th key={title} role="columnheader" scope="col" className="py-2 pr-4 leading-tight">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:flex max-sm:flex-col max-sm:gap-3">
        {rows.map(({ id, title, cells }) => (
          <tr
            key={id}
            role="row"
            className="border-line align-top max-sm:block max-sm:rounded-md max-sm:border max-sm:p-3 sm:border-b sm:last:border-0"
          >
            <th role="rowheader" scope="row" className="py-2 pr-4 max-sm:block max-sm:pt-0">
              {title}
            </th>
            {columns.map((column, index) => (
              <td
                key={column}
                role="cell"
                className="py-2 pr-4 max-sm:flex max-sm:justify-between max-sm:gap-3 max-sm:py-1 max-sm:pr-0"
              >
                <span aria-hidden="true" className="text-sm text-muted sm:hidden">
                  {column}
                </span>
                <span className="min-w-0 max-sm:max-w-2/3 max-sm:shrink-0 max-sm:text-right max-sm:wrap-anywhere">
                  {cells[index]}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
