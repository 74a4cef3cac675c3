import { useMemo, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { DataColumn } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { defaultView, type TableView } from '../../../ui/table/table-view.ts'
import type { WeatherOfCountry } from './queries.ts'
import { WeatherLevel, WeatherSource } from './WeatherLevel.tsx'

const pageSize = 10

type Row = WeatherOfCountry['districts'][number]

/** Lists the districts by how much the weather of this week suits the disease. Renders nothing if no weather is known. */
export function WeatherTable({ districts, source }: { districts: readonly Row[]; source: WeatherOfCountry['source'] }) {
  const { t } = useTranslation()
  const [view, setView] = useState<TableView>({ ...defaultView, pageSize })
  const rows = useMemo(() => districts.toSorted((a, b) => (b.days ?? -1) - (a.days ?? -1)), [districts])
  const columns = useMemo(
    (): DataColumn<Row>[] => [
      { id: 'district', header: t('district.label'), cell: ({ name }) => name, sort: ({ name }) => name },
      {
        id: 'level',
        header: t('weather.title'),
        cell: ({ level }) => <WeatherLevel level={level} />,
      },
      {
        id: 'days',
        header: t('weather.days'),
        cell: ({ days }) => (days === null ? '–' : t('weather.day_count', { count: days })),
        sort: ({ days }) => days,
      },
    ],
    [t],
  )
  if (rows.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <DataTable
        title={t('weather.title')}
        isCompact
        {...{ columns, rows, view }}
        onViewChange={setView}
        isUnpaged={rows.length <= pageSize}
        getRowId={row => row.district}
        getRowLabel={row => row.name}
      />
      <WeatherSource source={source} />
    </section>
  )
}
