import { useMemo, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { DataColumn } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { defaultView, type TableView } from '../../../ui/table/table-view.ts'
import { useBoundsText } from '../use-bounds-text.ts'
import { type Counts, type DistrictRow, selectReporting } from './counts.ts'

const strengths = ['confirmed', 'confident', 'likely'] as const
/** Rows that are easy to look through without pages. */
const shortTable = 20

/** Lists the districts with reports, and says how many others there are. */
export function CountsTable({ counts }: { counts: Counts }) {
  const { t, number } = useTranslation()
  const formatBounds = useBoundsText()
  const [view, setView] = useState<TableView>({ ...defaultView, pageSize: 'all' })
  const rows = selectReporting(counts.districts)
  const columns = useMemo(
    (): DataColumn<DistrictRow>[] => [
      { id: 'district', header: t('district.label'), cell: ({ name }) => name, sort: ({ name }) => name },
      {
        id: 'reports',
        header: t('map.all_reports'),
        align: 'end',
        sort: row => row.reports_min,
        cell: row => formatBounds(row.reports_min, row.reports_max),
      },
      ...strengths.map(
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
      {
        id: 'photographed',
        header: t('map.photographed'),
        align: 'end',
        sort: row => row.photographed_min,
        cell: row => formatBounds(row.photographed_min, row.photographed_max),
      },
    ],
    [t, number, formatBounds],
  )
  return (
    <div className="flex flex-col gap-3">
      <DataTable
        title={t('map.table')}
        {...{ columns, rows, view }}
        onViewChange={setView}
        isUnpaged={rows.length <= shortTable}
        getRowId={row => row.district}
        getRowLabel={row => row.name}
      />
      <p className="text-muted">
        {t(counts.is_exact ? 'map.quiet_exact' : 'map.quiet', { count: counts.districts.length - rows.length })}
      </p>
    </div>
  )
}
