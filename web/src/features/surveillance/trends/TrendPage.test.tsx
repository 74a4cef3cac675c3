// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { Chart } from 'chart.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { receivedRequests, respond } from '../../../testing/api-server.ts'
import { stubCanvas } from '../../../testing/canvas-stub.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates } from '../../../testing/screen-states.tsx'
import type { Trend, TrendWeek } from './queries.ts'
import { findTop } from './TrendChart.tsx'
import { TrendPage } from './TrendPage.tsx'

const endpoint = 'GET /api/surveillance/trends/'
const options = { user: 'expert', catalogs: ['outbreaks'], path: '/account/outbreaks/trend' } as const
const unknown: TrendWeek = {
  ...{
    week: '2026-11-02',
    ...{ districts: 0, confirmed: 0, confident: 0, likely: 0 },
    reports_min: 0,
    reports_max: 0,
    photographed_min: 0,
    photographed_max: 0,
    warnings: 0,
  },
  share: null,
  low: null,
  high: null,
  weather: null,
}
const hidden: TrendWeek = {
  ...{
    week: '2026-11-09',
    ...{ districts: 1, confirmed: null, confident: 6, likely: null },
    reports_min: 6,
    reports_max: 14,
    photographed_min: 40,
    photographed_max: 40,
    warnings: 0,
  },
  share: null,
  low: 0.07,
  high: 0.5,
  weather: null,
}
const exact: TrendWeek = {
  ...{
    week: '2026-11-16',
    ...{ districts: 1, confirmed: 4, confident: 12, likely: 8 },
    reports_min: 24,
    reports_max: 24,
    photographed_min: 60,
    photographed_max: 60,
    warnings: 1,
  },
  share: 0.4,
  low: 0.29,
  high: 0.53,
  weather: null,
}
const makeTrend = (...weeks: TrendWeek[]): Trend => ({
  country: 'UG',
  district: null,
  crop: 'maize',
  disease: 'common_rust',
  weather_source: 'open_meteo',
  is_exact: false,
  weeks,
})

beforeEach(stubCanvas)

describeScreenStates('the trend', {
  element: <TrendPage />,
  options,
  endpoint,
  empty: { reply: makeTrend(unknown), text: 'Too few farmers to show a trend' },
  filled: { reply: makeTrend(unknown, hidden, exact), text: 'Common rust of maize, Uganda' },
})

describe('the trend', () => {
  it('lists the figures of each week, and what hidden counts leave open', async () => {
    respond(endpoint, makeTrend(unknown, hidden, exact))
    await renderScreen(<TrendPage />, options)
    const table = await screen.findByRole('table', { name: 'All weeks, newest first' })
    const rows = within(table).getAllByRole('row')
    expect(rows.map(row => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Week', 'Share 95 % interval', 'Reports', 'Farmers'],
      ['16 Nov 20261 warning', '40% 29% to 53%', '24Confirmed 4, Sure 12, Likely 8', '60'],
      ['9 Nov 2026', '15% to 35% 7% to 50%', '6–14', '40'],
      ['2 Nov 2026', 'Too few farmers'],
    ])
    expect(screen.getByText('40% of 60 farmers').parentElement?.textContent).toContain('Confirmed 4, Sure 12, Likely 8')
    expect(screen.getByText('Counts below five are hidden. Striped bars cover every possible value.')).toBeTruthy()
  })

  it('draws known shares as dots, hidden ones as striped bars, and nothing where nothing is known', async () => {
    respond(endpoint, makeTrend(unknown, hidden, exact))
    const { container } = await renderScreen(<TrendPage />, options)
    // The chart is created after its canvas.
    const findChart = () => {
      const canvas = container.querySelector('canvas')
      return canvas && Chart.getChart(canvas)
    }
    await expect.poll(findChart).toBeTruthy()
    const chart = findChart()
    const datasets = chart?.data.datasets.map(({ data }) => data)
    expect(datasets).toEqual([
      [null, null, 0.6],
      [null, null, 0.4],
      [null, [0.15, 0.35], null],
      [null, [0.07, 0.5], [0.29, 0.53]],
      [null, 40, 60],
    ])
    expect(chart?.options.animation).toBe(false)
  })

  it('keeps its filters in the address, and the other views keep them', async () => {
    respond(endpoint, ({ query }) => ({ ...makeTrend(exact), district: (query.district as string) ?? null }))
    const path = `${options.path}?country=UG&crop=beans&disease=rust&week=2026-11-02`
    const { user, getPath } = await renderScreen(<TrendPage />, { ...options, path })
    await user.click(await screen.findByRole('combobox', { name: 'District' }))
    await user.click(screen.getByRole('option', { name: 'Mbale' }))
    await expect.poll(() => receivedRequests.at(-1)?.query).toMatchObject({ crop: 'beans', district: 'UG-mbale' })
    expect(await screen.findByRole('heading', { name: /, Mbale$/ })).toBeTruthy()
    const kept = 'country=UG&crop=beans&disease=rust&week=2026-11-02&district=UG-mbale'
    for (const [name, address] of [
      ['Map', `/account/outbreaks?${kept}`],
      ['Trend', `${options.path}?${kept}`],
    ] as const) {
      const link = screen.getByRole('link', { name })
      expect([...new URLSearchParams(address.split('?')[1])].sort()).toEqual(
        [...new URLSearchParams(link.getAttribute('href')?.split('?')[1])].sort(),
      )
      expect(link.getAttribute('aria-current')).toBe(name === 'Trend' ? 'page' : null)
    }
    await user.click(screen.getByRole('combobox', { name: 'Country' }))
    await user.click(screen.getByRole('option', { name: 'Kenya' }))
    expect(getPath()).not.toContain('district')
    expect(getPath()).toContain('week=2026-11-02')
  })

  it('of who decides in the country hides nothing, and its legend has no stripes', async () => {
    respond(endpoint, { ...makeTrend(unknown, exact), is_exact: true })
    await renderScreen(<TrendPage />, options)
    expect(await screen.findByText(/^You decide here, so you see the true counts/)).toBeTruthy()
    expect(screen.queryByText('Some counts are hidden: the share is in here')).toBeNull()
  })

  it('shows the table instead of the chart on request', async () => {
    respond(endpoint, makeTrend(exact))
    const { user, container } = await renderScreen(<TrendPage />, options)
    await user.click(await screen.findByRole('button', { name: 'Show as table' }))
    expect(container.querySelector('canvas')).toBeNull()
    expect(screen.getByRole('table').closest('.sr-only')).toBeNull()
    expect(screen.getByRole('button', { name: 'Show as chart' })).toBeTruthy()
  })
})

it('the axis ends above the widest interval, and at 100 %', () => {
  expect([findTop([unknown]), findTop([exact]), findTop([{ ...exact, high: 0.98 }])]).toEqual([0.2, 0.6, 1])
})
