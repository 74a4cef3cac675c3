import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import type { DataColumn } from '../ui/table/table-columns.ts'
import { firstView } from '../ui/table/table-view.ts'
import { Exhibit } from './Exhibit.tsx'

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
  { id: 'open', header: 'Open', cell: () => <Button variant="secondary">Open</Button>, isBare: true },
]
const serverColumns = columns.map(column => ({ ...column, ...(column.sort && { sort: 'server' as const }) }))
const base = { columns, rowId: (field: Field) => field.id, rowName: (field: Field) => field.name }

/** Stands in for a server: the second page of what it has, and the view it is asked for. */
function ServerPaged() {
  const [view, setView] = useState({ ...firstView, page: 2, pageSize: 10 as const })
  const from = (view.page - 1) * view.pageSize
  return (
    <DataTable
      {...base}
      title="Fields from the server"
      columns={serverColumns}
      rows={fields.slice(from, from + view.pageSize)}
      serverCount={fields.length}
      view={view}
      onView={next => setView({ ...next, pageSize: 10 })}
    />
  )
}

export function TableGallery() {
  const [selected, setSelected] = useState<readonly string[]>([])
  return (
    <>
      <Exhibit name="Table">
        <DataTable
          {...base}
          title="Fields"
          rows={fields}
          selected={selected}
          onSelect={setSelected}
          actions={<Button variant="secondary">Print</Button>}
        />
      </Exhibit>
      <Exhibit name="Table on its way">
        <DataTable {...base} title="Fields on their way" rows={[]} isLoading />
      </Exhibit>
      <Exhibit name="Table without rows">
        <DataTable {...base} title="No fields" rows={[]} />
      </Exhibit>
      <Exhibit name="Table in pages from the server">
        <ServerPaged />
      </Exhibit>
    </>
  )
}
