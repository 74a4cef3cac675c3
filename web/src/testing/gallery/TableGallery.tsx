import { useState } from 'react'
import { Button } from '../../ui/button/Button.tsx'
import type { DataColumn } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { defaultView } from '../../ui/table/table-view.ts'
import { Example } from './Example.tsx'

type Field = { id: string; name: string; crop: string; acres: number | null }
const crops = ['Maize', 'Wheat', 'Rice', 'Beans']
const fields: Field[] = Array.from({ length: 63 }, (_, at) => ({
  id: `field-${at + 1}`,
  name: `Field ${at + 1}`,
  crop: crops[at % crops.length] ?? '',
  acres: at % 7 === 6 ? null : ((at * 37) % 50) / 2,
}))

const columns: readonly DataColumn<Field>[] = [
  { id: 'name', header: 'Field', cell: field => field.name, sort: field => field.name, search: field => field.name },
  { id: 'crop', header: 'Crop', cell: field => field.crop, sort: field => field.crop, search: field => field.crop },
  {
    id: 'acres',
    header: 'Acres',
    cell: field => field.acres ?? 'not measured',
    sort: field => field.acres,
    align: 'end',
  },
  { id: 'open', header: 'Open', cell: () => <Button variant="secondary">Open</Button>, isHeaderHidden: true },
]
const serverColumns = columns.map(column => ({ ...column, ...(column.sort && { sort: 'server' as const }) }))
const sharedProps = { columns, getRowId: (field: Field) => field.id, getRowLabel: (field: Field) => field.name }

/** Imitates rows in pages of a server, opened at the second page. */
function ServerPagedTable() {
  const [view, setView] = useState({ ...defaultView, page: 2, pageSize: 10 as const })
  const from = (view.page - 1) * view.pageSize
  return (
    <DataTable
      {...sharedProps}
      title="Fields from the server"
      columns={serverColumns}
      rows={fields.slice(from, from + view.pageSize)}
      serverRowCount={fields.length}
      view={view}
      onViewChange={next => setView({ ...next, pageSize: 10 })}
    />
  )
}

export function TableGallery() {
  const [selected, setSelected] = useState<readonly string[]>([])
  return (
    <>
      <Example name="Table">
        <DataTable
          {...sharedProps}
          title="Fields"
          rows={fields}
          selectedIds={selected}
          onSelectionChange={setSelected}
          actions={<Button variant="secondary">Print</Button>}
        />
      </Example>
      <Example name="Table on its way">
        <DataTable {...sharedProps} title="Fields on their way" rows={[]} isLoading />
      </Example>
      <Example name="Table without rows">
        <DataTable {...sharedProps} title="No fields" rows={[]} />
      </Example>
      <Example name="Table in pages from the server">
        <ServerPagedTable />
      </Example>
    </>
  )
}
