import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ChartCard } from '../../../ui/chart/ChartCard.tsx'
import { toNoonUtc } from '../calendar-days.ts'
import type { TrendWeek } from './queries.ts'
import { TrendTable } from './TrendTable.tsx'
import { findShare } from './trend-week.ts'
import { useShareText } from './use-share-text.ts'

const loadTrendChart = async () => (await import('./TrendChart.tsx')).TrendChart

/** The weeks as a chart with its legend, and as a table. The newest week that is known is a sentence above. */
export function TrendCard({ weeks, title }: { weeks: readonly TrendWeek[]; title: string }) {
  const { t, date } = useTranslation()
  const { describeShare } = useShareText()
  const latest = weeks.findLast(week => findShare(week) !== undefined)
  const lead = latest && (
    <>
      {t('map.week_of', { date: date(toNoonUtc(latest.week)) })}:{' '}
      <strong className="text-ink">{describeShare(latest)}</strong>
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
      legend={<TrendLegend hasWarnings={weeks.some(({ warnings }) => warnings > 0)} />}
    />
  )
}

function TrendLegend({ hasWarnings }: { hasWarnings: boolean }) {
  const { t } = useTranslation()
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted">
      <Key label={t('trend.legend_share')}>
        <line x1={0} x2={28} y1={14} y2={14} strokeWidth={3} className="stroke-ink" />
        <circle cx={14} cy={14} r={5} className="fill-ink" />
      </Key>
      <Key label={t('trend.legend_hidden')}>
        <defs>
          <pattern id="trend-hidden" width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
            <rect width={6} height={6} className="fill-rust" />
            <line x1={0} x2={6} y1={3} y2={3} strokeWidth={1.5} className="stroke-white" />
          </pattern>
        </defs>
        <rect x={4} y={2} width={20} height={24} fill="url(#trend-hidden)" />
      </Key>
      <Key label={t('trend.legend_interval')}>
        <rect x={2} y={2} width={24} height={24} className="fill-rust/25" />
      </Key>
      {hasWarnings && (
        <Key label={t('trend.legend_warning')}>
          <path d="M14 5 L23 22 L5 22 Z" className="fill-blue-ink" />
        </Key>
      )}
      <Key label={t('map.photographed')}>
        <rect x={6} y={8} width={16} height={18} className="fill-edge" />
      </Key>
    </ul>
  )
}

function Key({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <svg aria-hidden="true" viewBox="0 0 28 28" className="size-7 shrink-0">
        {children}
      </svg>
      {label}
    </li>
  )
}
