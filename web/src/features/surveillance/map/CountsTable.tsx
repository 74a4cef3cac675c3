import { useMemo, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { DataColumn } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { defaultView, type TableView } from '../../../ui/table/table-view.ts'
import { type Counts, type DistrictRow, selectReporting } from './counts.ts'

const columnNames = ['confirmed', 'confident', 'likely', 'photographed'] as const

/** Lists the districts with reports, and says how many others there are. */
export function CountsTable({ counts }: { counts: Counts }) {
  const { t, number } = useTranslation()
  const [view, setView] = useState<TableView>({ ...defaultView, pageSize: 'all' })
  const rows = selectReporting(counts.districts)
  const columns = useMemo(
    (): DataColumn<DistrictRow>[] => [
      { id: 'district', header: t('map.district'), cell: ({ name }) => name, sort: ({ name }) => name },
      ...columnNames.map(
        (name): DataColumn<DistrictRow> => ({
          id: name,
          header: t(`map.${name}`),
          align: 'end',
          sort: row => row[name],
          cell: row => {
            const count = row[name]
            return count === null ? <span className="text-muted">{t('map.few')}</span> : number(count)
          },
        }),
      ),
    ],
    [t, number],
  )
  return (
    <div className="flex flex-col gap-3">
      <DataTable
        title={t('map.table')}
        {...{ columns, rows, view }}
        onViewChange={setView}
        getRowId={row => row.district}
        getRowLabel={row => row.name}
      />
      <p className="text-muted">{t('map.quiet', { count: counts.districts.length - rows.length })}</p>
    </div>
  )
}
