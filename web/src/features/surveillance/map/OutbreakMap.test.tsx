// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates } from '../../../testing/screen-states.tsx'
import type { WeatherOfCountry } from '../weather/queries.ts'
import type { Counts } from './counts.ts'
import { OutbreakMap } from './OutbreakMap.tsx'
import { PublicMap } from './PublicMap.tsx'

const list = 'GET /api/surveillance/counts/'
const weather = 'GET /api/surveillance/weather/'
const noWeather: WeatherOfCountry = {
  country: 'UG',
  crop: 'maize',
  disease: 'common_rust',
  week: '2026-11-16',
  source: 'open_meteo',
  districts: [],
}
beforeEach(() => respond(weather, noWeather))
const options = { user: 'expert', catalogs: ['outbreaks'], path: '/account/outbreaks' } as const
const hidden = {
  confirmed: null,
  confident: null,
  likely: null,
  photographed: null,
  reports_min: 0,
  reports_max: 4,
  photographed_min: 0,
  photographed_max: 4,
}
const makeCounts = (changes: Partial<Counts> = {}): Counts => ({
  country: 'UG',
  crop: 'maize',
  disease: 'common_rust',
  week: '2026-11-09',
  last_week: '2026-11-09',
  is_exact: false,
  arrival_days: 1,
  districts: [
    {
      district: 'UG-mbale',
      name: 'Mbale',
      ...hidden,
      confident: 12,
      photographed: 40,
      reports_min: 12,
      reports_max: 16,
      photographed_min: 40,
      photographed_max: 40,
    },
    {
      district: 'UG-gulu',
      name: 'Gulu',
      ...hidden,
      confident: 9,
      confirmed: 8,
      reports_min: 17,
      reports_max: 21,
      photographed_min: 17,
      photographed_max: 21,
    },
    { district: 'UG-lira', name: 'Lira', ...hidden },
  ],
  totals: hidden,
  ...changes,
})
const quiet = makeCounts({ districts: [{ district: 'UG-lira', name: 'Lira', ...hidden }] })

describeScreenStates('the outbreak map', {
  element: <OutbreakMap />,
  options,
  endpoint: list,
  empty: { reply: quiet, text: 'Few reports or none this week' },
  filled: { reply: makeCounts(), text: 'Mbale' },
})

describe('the outbreak map', () => {
  it('lists the districts with most reports first, and says "few" for hidden counts', async () => {
    respond(list, makeCounts())
    await renderScreen(<OutbreakMap />, options)
    const table = await screen.findByRole('table', { name: 'Districts with reports' })
    const names = within(table).getAllByRole('rowheader')
    expect(names.map(({ textContent }) => textContent)).toEqual(['Gulu', 'Mbale'])
    const cells = within(within(table).getAllByRole('row')[2] as HTMLElement).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      ...['All reports12–16', 'Confirmedfew', 'Sure12', 'Likelyfew', 'Farmers with photos40'],
    ])
    const gulu = within(within(table).getAllByRole('row')[1] as HTMLElement).getAllByRole('cell')
    expect(gulu.at(-1)?.textContent).toBe('Farmers with photos17–21')
    expect(screen.getByText('1 other district has few reports or none.')).toBeTruthy()
  })

  it('shows nothing of the weather while it is not known', async () => {
    respond(list, makeCounts())
    await renderScreen(<OutbreakMap />, options)
    await screen.findByRole('table', { name: 'Districts with reports' })
    expect(screen.queryByText(/weather/i)).toBeNull()
  })

  it('has the weather of this week, for districts without reports as well', async () => {
    respond(list, makeCounts())
    respond(weather, {
      ...noWeather,
      districts: [
        { district: 'UG-gulu', name: 'Gulu', level: 'low', days: 1 },
        { district: 'UG-kapchorwa', name: 'Kapchorwa', level: 'high', days: 5 },
        { district: 'UG-lira', name: 'Lira', level: 'unknown', days: null },
      ],
    })
    await renderScreen(<OutbreakMap />, options)
    const risks = within(await screen.findByRole('table', { name: 'Weather this week' })).getAllByRole('row')
    expect(risks.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Kapchorwa.*Suits the disease well.*5 days/),
      expect.stringMatching(/Gulu.*Hardly suits the disease.*1 day/),
      expect.stringMatching(/Lira.*Not known.*–/),
    ])
    expect(screen.getByText(/It is no report of disease/)).toBeTruthy()
    expect(screen.getByRole('link', { name: /Open-Meteo/ }).getAttribute('href')).toBe('https://open-meteo.com/')
  })

  it('says that the weather of the demonstration is invented, and credits nobody for it', async () => {
    respond(list, makeCounts())
    const districts = [{ district: 'UG-gulu', name: 'Gulu', level: 'medium', days: 2 }] as const
    respond(weather, { ...noWeather, source: 'simulation', districts: [...districts] })
    await renderScreen(<OutbreakMap />, options)
    expect(await screen.findByText('The weather is invented for the demonstration.')).toBeTruthy()
    expect(screen.queryByText(/Open-Meteo/)).toBeNull()
  })

  it('keeps the counts on screen if the weather cannot be loaded, and loads it again on request', async () => {
    respond(list, makeCounts())
    respondWithError(weather, 'internal', { message: 'The weather is not there.' })
    const { user } = await renderScreen(<OutbreakMap />, options)
    const message = await screen.findByText('The weather is not there.')
    expect(screen.getByRole('table', { name: 'Districts with reports' })).toBeTruthy()
    respond(weather, { ...noWeather, districts: [{ district: 'UG-gulu', name: 'Gulu', level: 'medium', days: 2 }] })
    const alert = message.closest<HTMLElement>('[role=alert]') ?? document.body
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('table', { name: 'Weather this week' })).toBeTruthy()
  })

  it('draws a circle for each district with reports', async () => {
    respond(list, makeCounts())
    await renderScreen(<OutbreakMap />, options)
    const map = await screen.findByRole('img', { name: /^Map of Uganda: .*, week of 9 Nov 2026/ })
    const titles = [...map.querySelectorAll('title')].map(({ textContent }) => textContent)
    expect(titles).toEqual(['Gulu: 17 to 21 reports, 8 of them confirmed', 'Mbale: 12 to 16 reports'])
  })

  it('keeps country, crop, disease and week in the address', async () => {
    respond(list, ({ query }) =>
      makeCounts({ country: String(query.country), week: String(query.week ?? '2026-11-09') }),
    )
    const { user, getPath } = await renderScreen(<OutbreakMap />, options)
    await user.click(await screen.findByRole('combobox', { name: 'Crop' }))
    await user.click(screen.getByRole('option', { name: 'Beans' }))
    await user.click(screen.getByRole('button', { name: 'Week before' }))
    expect(await screen.findByRole('slider', { name: 'Week of 2 Nov 2026' })).toBeTruthy()
    expect(getPath()).toBe('/account/outbreaks?crop=beans&country=UG&disease=rust&week=2026-11-02')
    expect(receivedRequests.at(-1)?.query).toMatchObject({ crop: 'beans', disease: 'rust', week: '2026-11-02' })
    fireEvent.change(screen.getByRole('slider'), { target: { value: '42' } })
    expect(getPath()).toContain('week=2026-08-31')
  })

  it('ignores what it does not know in the address', async () => {
    respond(list, makeCounts())
    const path = '/account/outbreaks?country=XX&crop=tea&disease=%27&week=soon'
    await renderScreen(<OutbreakMap />, { ...options, path })
    await screen.findByRole('table')
    expect(receivedRequests.at(-1)?.query).toEqual({ country: 'UG', crop: 'maize', disease: 'common_rust' })
  })
})

describe('the public map', () => {
  const map = 'GET /api/surveillance/map/'
  const warnings = 'GET /api/surveillance/map/warnings/'
  const page = { count: 1, next: null, previous: null }

  it('shows the week to a visitor, without a download, and no warnings while there is none', async () => {
    respond(map, makeCounts({ country: 'KE' }))
    respond(warnings, { ...page, count: 0, results: [] })
    await renderScreen(<PublicMap />, { catalogs: ['outbreaks'], path: '/map?country=KE' })
    expect(await screen.findByText('Common rust of maize is seen near Gulu and Mbale.')).toBeTruthy()
    const drawing = await screen.findByRole('img', { name: /^Map of Kenya/ })
    const folds = [...document.querySelectorAll('details')]
    expect(folds.map(fold => [fold.querySelector('summary')?.textContent, fold.open])).toEqual([
      ['Another crop, disease or country', false],
      ['Figures', false],
      ['How to read this', false],
    ])
    expect(drawing.compareDocumentPosition(folds[0] ?? document.body)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByRole('rowheader', { name: 'Mbale' }).closest('details')).toBe(folds[1])
    expect(screen.queryByRole('button', { name: 'Download as CSV' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Check a leaf' }).getAttribute('href')).toBe('/try')
    await expect.poll(() => receivedRequests.map(({ endpoint }) => endpoint)).toContain(warnings)
    expect(screen.queryByText(/^Warnings in/)).toBeNull()
  })

  it('shows the warnings that hold in the country, each with its article', async () => {
    const warning = {
      id: '11111111-1111-7111-8111-111111111111',
      country: 'UG' as const,
      district: 'UG-mbale',
      district_name: 'Mbale',
      crop: 'maize' as const,
      disease: 'common_rust',
      is_over: false,
      withdrawn_at: null,
      confirmed_at: '2026-11-16T07:00:00.000Z',
      valid_until: '2026-11-30',
    }
    respond(map, makeCounts())
    respond(warnings, ({ query }) => ({ ...page, results: query.country === 'UG' ? [warning] : [] }))
    await renderScreen(<PublicMap />, { catalogs: ['outbreaks'], path: '/map' })
    const section = within(await screen.findByRole('region', { name: 'Warnings in Uganda' }))
    expect(section.getByText('Mbale')).toBeTruthy()
    expect(section.getByText('Until 30 Nov 2026')).toBeTruthy()
    expect(section.getByRole('link', { name: 'Common rust of maize' }).getAttribute('href')).toBe(
      '/learn/maize-common-rust',
    )
  })
})
