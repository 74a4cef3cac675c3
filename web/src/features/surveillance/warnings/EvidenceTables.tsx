import type { WarningEvidence } from '@kutu/contract/warnings'
import { useMemo } from 'react'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { DataColumn } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { toNoonUtc } from '../calendar-days.ts'
import { useBoundsText } from '../use-bounds-text.ts'

type Week = WarningEvidence['weeks'][number]
type Neighbor = WarningEvidence['neighbors'][number]

/** Shows a published count; a hidden one as "few". */
function Count({ value }: { value: number | null }) {
  const { t, number } = useTranslation()
  return value === null ? <span className="text-muted">{t('map.few')}</span> : number(value)
}

/** The figures of the chart, newest week first. */
export function WeekTable({ weeks }: { weeks: readonly Week[] }) {
  const { t, date, number } = useTranslation()
  const formatBounds = useBoundsText()
  const rows = useMemo(() => weeks.toReversed(), [weeks])
  const columns = useMemo((): DataColumn<Week>[] => {
    const strengths = (['confirmed', 'confident', 'likely'] as const).map(
      (id): DataColumn<Week> => ({
        id,
        header: t(`map.${id}`),
        align: 'end',
        cell: row => <Count value={row[id]} />,
      }),
    )
    const bounds = (['reports', 'photographed'] as const).map(
      (id): DataColumn<Week> => ({
        id,
        header: t(id === 'reports' ? 'map.all_reports' : 'map.photographed'),
        align: 'end',
        cell: row => formatBounds(row[`${id}_min`], row[`${id}_max`]),
      }),
    )
    const computed = (['expected', 'limit'] as const).map(
      (id): DataColumn<Week> => ({
        id,
        header: t(`warnings.${id}`),
        align: 'end',
        cell: row => {
          const value = row[id]
          return value === null ? '–' : number(Math.round(value * 10) / 10)
        },
      }),
    )
    const week: DataColumn<Week> = {
      id: 'week',
      header: t('map.week'),
      cell: row => date(toNoonUtc(row.week)),
    }
    return [week, ...strengths, ...bounds, ...computed]
  }, [t, date, number, formatBounds])
  return (
    <DataTable
      title={t('warnings.series')}
      isTitleHidden
      isUnpaged
      {...{ columns, rows }}
      getRowId={row => row.week}
      getRowLabel={row => row.week}
    />
  )
}

/** The reports of the districts around in the week of the rise and the one before, and how many have none. */
export function NeighborTable({ neighbors, isExact }: { neighbors: readonly Neighbor[]; isExact: boolean }) {
  const { t, language } = useTranslation()
  const formatBounds = useBoundsText()
  const columns = useMemo(
    (): DataColumn<Neighbor>[] => [
      {
        id: 'district',
        header: t('district.label'),
        cell: ({ name, country }) => `${name}, ${getCountryName(country, language)}`,
      },
      {
        id: 'before',
        header: t('warnings.neighbor_before'),
        align: 'end',
        cell: ({ previous_week }) => formatBounds(previous_week.reports_min, previous_week.reports_max),
      },
      {
        id: 'week',
        header: t('warnings.neighbor_week'),
        align: 'end',
        cell: ({ week }) => formatBounds(week.reports_min, week.reports_max),
      },
      {
        id: 'photographed',
        header: t('map.photographed'),
        align: 'end',
        cell: ({ week }) => formatBounds(week.photographed_min, week.photographed_max),
      },
    ],
    [t, language, formatBounds],
  )
  const rows = neighbors.filter(({ week, previous_week }) => week.reports_max + previous_week.reports_max > 0)
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-xl">{t('warnings.neighbors')}</h2>
      {rows.length > 0 && (
        <DataTable
          title={t('warnings.neighbors')}
          isTitleHidden
          isUnpaged
          {...{ columns, rows }}
          getRowId={row => row.district}
          getRowLabel={row => row.name}
        />
      )}
      {rows.length < neighbors.length && (
        <p className="text-muted">
          {t(isExact ? 'map.quiet_exact' : 'map.quiet', { count: neighbors.length - rows.length })}
        </p>
      )}
    </section>
  )
}
