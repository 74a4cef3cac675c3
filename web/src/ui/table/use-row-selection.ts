import { useState } from 'react'

/**
 * Holds the selected rows of a table, also those of other pages. Rows that are no longer selectable, because they have
 * changed since, are left out.
 */
export function useRowSelection<Row extends { id: string }>(
  rows: readonly Row[],
  isRowSelectable: (row: Row) => boolean,
) {
  const [selection, setSelection] = useState<ReadonlyMap<string, Row>>(new Map())
  const current = new Map(rows.map(row => [row.id, row]))
  const selectedRows = [...selection].map(([id, row]) => current.get(id) ?? row).filter(isRowSelectable)
  return {
    selectedRows,
    clearSelection: () => setSelection(new Map()),
    /** Props of the table. */
    selectionProps: {
      isRowSelectable,
      selectedIds: selectedRows.map(({ id }) => id),
      onSelectionChange: (ids: readonly string[]) => {
        const known = new Map([...selection, ...current])
        setSelection(
          new Map(
            ids.flatMap(id => {
              const row = known.get(id)
              return row ? [[id, row] as const] : []
            }),
          ),
        )
      },
    },
  }
}
