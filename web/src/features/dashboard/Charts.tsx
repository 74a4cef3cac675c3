import type { Stats } from '@kutu/contract/dashboard'
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
import { useText } from '../../text/use-text.ts'
import { colourOf, fillOf } from './chart-fill.ts'
import { commonOptions } from './chart-options.ts'
import { classes, type Outcomes, sumOf } from './classes.ts'

ChartJs.register(ArcElement, BarController, BarElement, CategoryScale, Legend, LinearScale, PieController, Tooltip)

const useFills = () => useMemo(() => classes.map(({ colour, pattern }) => fillOf(colourOf(colour), pattern)), [])
const white = '#fff'
const roomForAllMonths = 480

/** How many images got each answer; the legend says the number beside the name. */
export function OutcomesChart({ outcomes }: { outcomes: Outcomes }) {
  const { t, number, percent } = useText()
  const fills = useFills()
  const { legend, ...base } = commonOptions()
  const all = Math.max(1, sumOf(outcomes))
  const data = {
    labels: classes.map(({ name, text }) => `${t(text)}: ${number(outcomes[name])}`),
    datasets: [
      {
        data: classes.map(({ name }) => outcomes[name]),
        backgroundColor: fills,
        borderColor: white,
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
          // Its line names the class already.
          title: () => '',
          label: ({ label, parsed }) => `${label} (${percent(parsed / all, 0)})`,
        },
      },
    },
  }
  return <Chart type="pie" data={data} options={options} aria-hidden="true" />
}

/** The last twelve months, each class in a part of the month's bar. */
export function MonthlyChart({ monthly }: { monthly: Stats['monthly'] }) {
  const { t, month } = useText()
  const fills = useFills()
  const { legend, ...base } = commonOptions()
  const data = {
    labels: monthly.map(each => month(each.month)),
    datasets: classes.map(({ name, text }, at) => ({
      label: t(text),
      data: monthly.map(each => each[name]),
      backgroundColor: fills[at],
      borderColor: white,
      borderWidth: { top: 1 },
      maxBarThickness: 32,
    })),
  }
  const ticks = { font: base.font, color: colourOf('--color-muted') }
  const options: ChartOptions<'bar'> = {
    ...base,
    // A thumb meets the month anywhere above it, not only a bar a few pixels high.
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
          // The month alone, on a phone every second: the year stands in the tooltip and in the table.
          callback(value) {
            const fromEnd = monthly.length - 1 - Number(value)
            const isLeftOut = this.chart.width < roomForAllMonths && fromEnd % 2 === 1
            return isLeftOut ? '' : month(monthly[Number(value)]?.month ?? '').split(' ')[0]
          },
        },
      },
      y: {
        stacked: true,
        beginAtZero: true,
        ticks: { ...ticks, precision: 0 },
        grid: { color: colourOf('--color-line') },
      },
    },
  }
  return <Chart type="bar" data={data} options={options} aria-hidden="true" />
}
