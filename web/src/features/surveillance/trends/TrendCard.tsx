import { useTranslation } from '../../../i18n/use-translation.ts'
import { ChartCard } from '../../../ui/chart/ChartCard.tsx'
import { toNoonUtc } from '../calendar-days.ts'
import { LegendKey } from '../LegendKey.tsx'
import type { TrendWeek } from './queries.ts'
import { TrendTable } from './TrendTable.tsx'
import { findShare, useShareText } from './use-share-text.ts'

const loadTrendChart = async () => (await import('./TrendChart.tsx')).TrendChart

/** The weeks as a chart with its legend, and as a table. The newest week that is known is a sentence above. */
export function TrendCard({ weeks, title }: { weeks: readonly TrendWeek[]; title: string }) {
  const { t, date } = useTranslation()
  const { describeShare, describeSplit } = useShareText()
  const latest = weeks.findLast(week => findShare(week) !== undefined)
  const lead = latest && (
    <>
      {t('map.week_of', { date: date(toNoonUtc(latest.week)) })}:{' '}
      <strong className="text-ink">{describeShare(latest)}</strong>
      <span className="block">{describeSplit(latest)}</span>
    </>
  )
  return (
    <ChartCard
      {...{ title, lead }}
      load={loadTrendChart}
      chartProps={{ weeks }}
      labels={{ asChart: t('chart.as_chart'), asTable: t('chart.as_table') }}
      heightClass="h-80"
      isEager
      table={<TrendTable weeks={weeks} />}
      legend={<TrendLegend {...{ weeks }} />}
    />
  )
}

function TrendLegend({ weeks }: { weeks: readonly TrendWeek[] }) {
  const { t } = useTranslation()
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted">
      <LegendKey label={t('trend.legend_share')}>
        <line x1={0} x2={28} y1={14} y2={14} strokeWidth={3} className="stroke-ink" />
        <circle cx={14} cy={14} r={5} className="fill-ink" />
      </LegendKey>
      {weeks.some(week => week.share === null && week.photographed_min > 0) && (
        <LegendKey label={t('trend.legend_hidden')}>
          <defs>
            <pattern
              id="trend-hidden"
              width={6}
              height={6}
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(-45)"
            >
              <rect width={6} height={6} className="fill-rust" />
              <line x1={0} x2={6} y1={3} y2={3} strokeWidth={1.5} className="stroke-white" />
            </pattern>
          </defs>
          <rect x={4} y={2} width={20} height={24} fill="url(#trend-hidden)" />
        </LegendKey>
      )}
      <LegendKey label={t('trend.legend_interval')}>
        <rect x={2} y={2} width={24} height={24} className="fill-rust/25" />
      </LegendKey>
      {weeks.some(({ warnings }) => warnings > 0) && (
        <LegendKey label={t('trend.legend_warning')}>
          <path d="M14 5 L23 22 L5 22 Z" className="fill-blue-ink" />
        </LegendKey>
      )}
      <LegendKey label={t('map.photographed')}>
        <rect x={6} y={8} width={16} height={18} className="fill-edge" />
      </LegendKey>
    </ul>
  )
}
