// @vitest-environment happy-dom
import { Chart } from 'chart.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { stubCanvas } from '../../testing/canvas-stub.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { MonthlyChart, OutcomesChart } from './Charts.tsx'

const monthly = [
  { month: '2026-10', common_rust: 1, healthy: 4, other_disease: 0, unsure: 0 },
  { month: '2026-11', common_rust: 3, healthy: 0, other_disease: 2, unsure: 0 },
]

function getChart(container: HTMLElement): Chart {
  const canvas = container.querySelector('canvas')
  const chart = canvas && Chart.getChart(canvas)
  if (!chart) throw new Error('There is no chart')
  return chart
}

beforeEach(() => {
  stubCanvas()
  document.documentElement.style.setProperty('--color-ink', '#14211a')
})

describe('the charts of the dashboard', () => {
  it('have their legend at the top in 12 px, in the color of text, and fill their container', async () => {
    for (const chart of [
      <OutcomesChart key="outcomes" outcomes={{ common_rust: 4, healthy: 4, other_disease: 2, unsure: 0 }} />,
      <MonthlyChart key="monthly" monthly={monthly} />,
    ]) {
      const { container, unmount } = await renderScreen(chart, { catalogs: ['dashboard'] })
      const { options } = getChart(container)
      expect(options.plugins?.legend?.position).toBe('top')
      expect(options.plugins?.legend?.labels).toMatchObject({ font: { size: 12 }, color: '#14211a' })
      expect([options.responsive, options.maintainAspectRatio, options.animation]).toEqual([true, false, false])
      unmount()
    }
  })

  it('show the number of images of each class in the legend of the pie', async () => {
    const outcomes = { common_rust: 4, healthy: 5, other_disease: 1, unsure: 0 }
    const { container } = await renderScreen(<OutcomesChart outcomes={outcomes} />, { catalogs: ['dashboard'] })
    const { data } = getChart(container)
    expect(data.labels).toEqual(['Common Rust: 4', 'Healthy: 5', 'Other Diseases: 1'])
    expect(data.datasets[0]?.data).toEqual([4, 5, 1])
  })

  it('stack the classes of each month', async () => {
    const { container } = await renderScreen(<MonthlyChart monthly={monthly} />, { catalogs: ['dashboard'] })
    const { data, options } = getChart(container)
    expect(data.labels).toEqual(['Oct 2026', 'Nov 2026'])
    expect(data.datasets.map(({ data: counts }) => counts)).toEqual([
      [1, 3],
      [4, 0],
      [0, 2],
    ])
    expect(options.scales).toMatchObject({ x: { stacked: true }, y: { stacked: true } })
  })

  it('show unsure answers apart, hatched, where there are any', async () => {
    const outcomes = { common_rust: 4, healthy: 5, other_disease: 1, unsure: 3 }
    const pie = await renderScreen(<OutcomesChart outcomes={outcomes} />, { catalogs: ['dashboard'] })
    expect(getChart(pie.container).data.labels?.at(-1)).toBe('Not Sure: 3')
    pie.unmount()
    const months = [...monthly, { month: '2026-12', ...outcomes }]
    const { container } = await renderScreen(<MonthlyChart monthly={months} />, { catalogs: ['dashboard'] })
    expect(
      getChart(container)
        .data.datasets.map(({ data }) => data)
        .at(-1),
    ).toEqual([0, 0, 3])
  })
})
