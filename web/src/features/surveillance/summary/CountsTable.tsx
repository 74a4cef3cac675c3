// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the elements are blocks, and would lose their roles
// biome-ignore-all lint/a11y/useSemanticElements: the same
import type { ReactNode } from 'react'

export type TableLine = {
  id: string
  /** Names the line. */
  name: ReactNode
  cells: readonly ReactNode[]
}
/** Lines under a heading of their own; without it, a plain table. */
export type LineGroup = { id: string; title?: ReactNode; lines: readonly TableLine[] }

const numberClass = 'sm:table-cell sm:px-2 sm:py-1 sm:text-right print:table-cell print:text-right'

/** A table for screen and paper. On a phone each line is its name, and below it the figures with their headers. */
export function CountsTable({
  title,
  nameHeader,
  headers,
  groups,
}: {
  title: string
  nameHeader: string
  headers: readonly string[]
  groups: readonly LineGroup[]
}) {
  return (
    <table role="table" aria-label={title} className="block w-full border-collapse text-left sm:table print:table">
      <thead
        role="rowgroup"
        className="sr-only text-sm sm:not-sr-only sm:table-header-group print:not-sr-only print:table-header-group"
      >
        <tr role="row" className="align-bottom">
          <th role="columnheader" scope="col" className="py-1 pr-2">
            {nameHeader}
          </th>
          {headers.map(header => (
            <th key={header} role="columnheader" scope="col" className="px-2 py-1 text-right">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ id, title: groupTitle, lines }) => (
        <tbody
          key={id}
          role="rowgroup"
          className="block border-t-2 border-edge sm:table-row-group print:table-row-group"
        >
          {groupTitle !== undefined && (
            <tr role="row" className="block sm:table-row print:table-row">
              <th
                role="rowheader"
                scope="rowgroup"
                colSpan={headers.length + 1}
                className="block py-2 sm:table-cell print:table-cell"
              >
                {groupTitle}
              </th>
            </tr>
          )}
          {lines.map(line => (
            <tr
              key={line.id}
              role="row"
              className="flex flex-wrap gap-x-4 border-t border-line py-2 sm:table-row sm:py-0 print:table-row"
            >
              <th role="rowheader" scope="row" className="w-full font-normal sm:w-auto sm:py-1 sm:pr-2 print:w-auto">
                {line.name}
              </th>
              {line.cells.map((cell, i) => (
                <td key={headers[i]} role="cell" className={numberClass}>
                  <span aria-hidden="true" className="mr-1 text-sm text-muted sm:hidden print:hidden">
                    {headers[i]}
                  </span>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}
