import {
  BarController,
  BarElement,
  CategoryScale,
  type ChartData,
  Chart as ChartJs,
  type ChartOptions,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js'
import { useMemo } from 'react'
import { Chart } from 'react-chartjs-2'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { createFill, readColor } from '../../../ui/chart/chart-fill.ts'
import { commonOptions } from '../../../ui/chart/chart-options.ts'
import { toNoonUtc } from '../calendar-days.ts'
import type { TrendWeek } from './queries.ts'
import { findShare, useShareText } from './use-share-text.ts'

ChartJs.register(
  ...[BarController, BarElement, CategoryScale, LinearScale, LineController, LineElement, PointElement, Tooltip],
)

/** A height, a range, or nothing. */
type Mark = number | [number, number] | null

/** A quarter of the color, so that the line and the grid stay visible on it. */
const band = (color: string) => `${color}40`

/** Returns the top of the axis of shares: a multiple of 10 % with room for the marks of warnings. */
export const findTop = (weeks: readonly TrendWeek[]): number =>
  Math.min(1, Math.ceil(Math.max(0.09, ...weeks.map(({ high }) => high ?? 0)) * 10 + 0.5) / 10)

/**
 * Draws for each week the share (a dot) with its interval (a band). Where counts are hidden, a striped bar covers every share
 * that the published counts leave possible. A week without figures stays empty. Below are the farmers of each week.
 */
export function TrendChart({ weeks }: { weeks: readonly TrendWeek[] }) {
  const { t, number, percent, date } = useTranslation()
  const { describeShare, describeSplit, formatRange } = useShareText()
  const { legend: _, ...base } = commonOptions()
  const fills = useMemo(
    () => ({
      band: band(readColor('--color-rust')),
      hidden: createFill(readColor('--color-rust'), 'stripes'),
      farmers: readColor('--color-edge'),
      ink: readColor('--color-ink'),
      warning: readColor('--color-blue-ink'),
    }),
    [],
  )
  const top = findTop(weeks)
  // Bars of neighboring weeks touch, so that the intervals are a band; a line could not show a week between two gaps.
  const bar = { type: 'bar' as const, yAxisID: 'share', grouped: false, barPercentage: 1, categoryPercentage: 1 }
  const data: ChartData<'bar' | 'line', Mark[], string> = {
    labels: weeks.map(({ week }) => date(toNoonUtc(week))),
    datasets: [
      {
        type: 'line' as const,
        label: t('trend.legend_warning'),
        data: weeks.map(({ warnings }) => (warnings > 0 ? top : null)),
        yAxisID: 'share',
        showLine: false,
        clip: 12,
        pointStyle: 'triangle',
        pointRadius: 8,
        pointHoverRadius: 8,
        backgroundColor: fills.warning,
      },
      {
        type: 'line' as const,
        label: t('chart.share'),
        data: weeks.map(({ share }) => share),
        yAxisID: 'share',
        borderColor: fills.ink,
        backgroundColor: fills.ink,
        borderWidth: 2,
        pointRadius: 3,
      },
      {
        ...bar,
        label: t('trend.legend_hidden'),
        data: weeks.map((week): [number, number] | null => {
          const range = week.share === null ? findShare(week) : undefined
          return range ? [range.min, range.max] : null
        }),
        barPercentage: 0.8,
        backgroundColor: fills.hidden,
      },
      {
        ...bar,
        label: t('trend.interval'),
        data: weeks.map(({ low, high }): [number, number] | null =>
          low === null || high === null ? null : [low, high],
        ),
        backgroundColor: fills.band,
      },
      {
        ...bar,
        label: t('map.photographed'),
        yAxisID: 'farmers',
        data: weeks.map(({ photographed_min }) => photographed_min || null),
        barPercentage: 0.8,
        backgroundColor: fills.farmers,
      },
    ],
  }
  const ticks = { font: base.font, color: readColor('--color-muted') }
  const grid = { color: readColor('--color-line') }
  const options: ChartOptions<'bar' | 'line'> = {
    ...base,
    layout: { padding: { top: 12 } },
    // Touching anywhere above a week selects it.
    interaction: { mode: 'index', intersect: false },
    plugins: {
      tooltip: {
        displayColors: false,
        // One text for all marks of the week.
        filter: (item, index) => index === 0 && item.dataIndex >= 0,
        callbacks: {
          title: ([item]) => (item ? t('map.week_of', { date: item.label }) : ''),
          label: ({ dataIndex }) => {
            const week = weeks[dataIndex]
            if (!week) return t('trend.unknown')
            return [
              describeShare(week),
              describeSplit(week) ?? [],
              week.low === null || week.high === null
                ? []
                : `${t('trend.interval')}: ${formatRange(week.low, week.high)}`,
              week.warnings > 0 ? t('trend.warnings', { count: week.warnings }) : [],
            ].flat()
          },
        },
      },
    },
    scales: {
      x: {
        grid: { display: false },
        ticks: {
          ...ticks,
          maxRotation: 0,
          autoSkipPadding: 16,
          // Without the year, which tooltip and table show.
          callback: value => date(toNoonUtc(weeks[Number(value)]?.week ?? '')).replace(/ \d{4}$/, ''),
        },
      },
      // The first of a stack is at the bottom.
      farmers: {
        position: 'left',
        stack: 'figures',
        stackWeight: 1,
        beginAtZero: true,
        ticks: {
          ...ticks,
          precision: 0,
          maxTicksLimit: 4,
          // The highest number would touch the zero of the axis above.
          callback: (value, index, all) => (index === all.length - 1 ? '' : number(Number(value))),
        },
        grid,
      },
      share: {
        position: 'left',
        stack: 'figures',
        stackWeight: 3,
        min: 0,
        max: top,
        ticks: { ...ticks, maxTicksLimit: 6, callback: value => percent(Number(value), 0) },
        grid,
      },
    },
  }
  return <Chart type="bar" data={data} options={options} aria-hidden="true" />
}
