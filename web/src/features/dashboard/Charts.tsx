import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart as ChartJs,
  type ChartOptions,
  Legend,
  LinearScale,
  PieController,
  Tooltip,
} from 'chart.js'
import { useMemo } from 'react'
import { Chart } from 'react-chartjs-2'
import { useTranslation } from '../../i18n/use-translation.ts'
import { createFill, readColor } from '../../ui/chart/chart-fill.ts'
import { commonOptions } from '../../ui/chart/chart-options.ts'
import { hasUnsureAnswers, listClasses, type MonthlyOutcomes, type Outcomes, sumOutcomes } from './disease-classes.ts'

ChartJs.register(ArcElement, BarController, BarElement, CategoryScale, Legend, LinearScale, PieController, Tooltip)

/** Returns the classes to show with their fills. */
function useClasses(counts: readonly Outcomes[]) {
  const hasUnsure = hasUnsureAnswers(counts)
  return useMemo(
    () =>
      listClasses(hasUnsure).map(each => ({ ...each, fill: createFill(readColor(each.colorVariable), each.pattern) })),
    [hasUnsure],
  )
}
const allMonthsMinWidth = 480

/** A pie chart of the images by class. The legend shows the numbers. */
export function OutcomesChart({ outcomes }: { outcomes: Outcomes }) {
  const { t, number, percent } = useTranslation()
  const classes = useClasses([outcomes])
  const { legend, ...base } = commonOptions()
  const total = Math.max(1, sumOutcomes(outcomes))
  const data = {
    labels: classes.map(({ name, labelKey }) => `${t(labelKey)}: ${number(outcomes[name])}`),
    datasets: [
      {
        data: classes.map(({ name }) => outcomes[name]),
        backgroundColor: classes.map(({ fill }) => fill),
        borderColor: readColor('--color-white'),
        borderWidth: 2,
      },
    ],
  }
  const options: ChartOptions<'pie'> = {
    ...base,
    plugins: {
      legend,
      tooltip: {
        enabled: true,
        callbacks: {
          // The label names the class already.
          title: () => '',
          label: ({ label, parsed }) => `${label} (${percent(parsed / total, 0)})`,
        },
      },
    },
  }
  return <Chart type="pie" data={data} options={options} aria-hidden="true" />
}

/** A stacked bar chart of the last twelve months by class. */
export function MonthlyChart({ monthly }: { monthly: readonly MonthlyOutcomes[] }) {
  const { t, month } = useTranslation()
  const classes = useClasses(monthly)
  const { legend, ...base } = commonOptions()
  const data = {
    labels: monthly.map(entry => month(entry.month)),
    datasets: classes.map(({ name, labelKey, fill }) => ({
      label: t(labelKey),
      data: monthly.map(entry => entry[name]),
      backgroundColor: fill,
      borderColor: readColor('--color-white'),
      borderWidth: { top: 1 },
      maxBarThickness: 32,
    })),
  }
  const ticks = { font: base.font, color: readColor('--color-muted') }
  const options: ChartOptions<'bar'> = {
    ...base,
    // Touching anywhere above a month selects it; bars may be a few pixels high.
    interaction: { mode: 'index', intersect: false },
    plugins: { legend, tooltip: { enabled: true } },
    scales: {
      x: {
        stacked: true,
        grid: { display: false },
        ticks: {
          ...ticks,
          maxRotation: 0,
          autoSkip: false,
          // Month names without the year, every second one on a phone. Tooltip and table show the year.
          callback(value) {
            const fromEnd = monthly.length - 1 - Number(value)
            const isSkipped = this.chart.width < allMonthsMinWidth && fromEnd % 2 === 1
            return isSkipped ? '' : month(monthly[Number(value)]?.month ?? '').split(' ')[0]
          },
        },
      },
      y: {
        stacked: true,
        beginAtZero: true,
        ticks: { ...ticks, precision: 0 },
        grid: { color: readColor('--color-line') },
      },
    },
  }
  return <Chart type="bar" data={data} options={options} aria-hidden="true" />
}
