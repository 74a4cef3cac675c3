// @vitest-environment happy-dom
import type { WarningNoticeDetails as Notice } from '@kutu/contract/warnings'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
import { MyWarnings } from './MyWarnings.tsx'
import { WarningNotice } from './WarningNotice.tsx'

const list = 'GET /api/surveillance/notices/'
const one = 'GET /api/surveillance/notices/{id}/'
const options = { user: 'farmer', catalogs: ['warnings'], path: '/account/warnings' } as const
const notice: Notice = {
  id: '11111111-1111-7111-8111-111111111111',
  country: 'UG',
  district: 'UG-mbale',
  district_name: 'Mbale',
  crop: 'maize',
  disease: 'common_rust',
  confirmed_at: '2026-11-20T08:00:00Z',
  valid_until: '2026-12-04',
  is_over: false,
  withdrawn_at: null,
  weather: null,
  weather_source: 'open_meteo',
}
const makePage = (...notices: Notice[]) => ({ ...makeListPage(...notices), district: 'UG-mbale' })

describeScreenStates('the warnings of a farmer', {
  element: <MyWarnings />,
  options,
  endpoint: list,
  empty: { reply: makePage(), text: 'No warnings near you' },
  filled: { reply: makePage(notice), text: 'Common rust of maize' },
})

describe('the warnings of a farmer', () => {
  it('need a district', async () => {
    respond(list, { ...makeListPage(), district: null })
    await renderScreen(<MyWarnings />, options)
    const link = await screen.findByRole('link', { name: 'Choose in the profile' })
    expect(link.getAttribute('href')).toBe('/account/profile#correct')
  })

  it('offer to check a leaf where there is none', async () => {
    respond(list, makePage())
    await renderScreen(<MyWarnings />, options)
    const link = await screen.findByRole('link', { name: 'Check a leaf' })
    expect(link.getAttribute('href')).toBe('/account/addresses/image-analysis')
  })

  it('lead to what to do', async () => {
    respond(list, makePage(notice))
    await renderScreen(<MyWarnings />, options)
    const link = await screen.findByRole('link', { name: /Common rust of maize.*Warning until 4 Dec 2026/ })
    expect(link.getAttribute('href')).toBe(`/account/warnings/${notice.id}`)
  })

  it('have a withdrawn one, which says that it no longer holds', async () => {
    respond(list, makePage({ ...notice, is_over: true, withdrawn_at: '2026-11-22T08:00:00Z' }))
    await renderScreen(<MyWarnings />, options)
    const link = await screen.findByRole('link', { name: /Common rust of maize.*This warning no longer holds\./ })
    expect(link.textContent).not.toMatch(/spreads|until/i)
    expect(receivedRequests.find(({ endpoint }) => endpoint === list)?.query).toMatchObject({ include: 'withdrawn' })
  })

  it('are stopped in the settings', async () => {
    respond(list, makePage(notice))
    await renderScreen(<MyWarnings />, options)
    const link = await screen.findByRole('link', { name: 'How warnings reach you' })
    expect(link.getAttribute('href')).toBe('/account/notifications')
  })
})

const noticeOptions = {
  user: 'farmer',
  catalogs: ['warnings', 'advice'],
  route: '/account/warnings/:id',
  path: `/account/warnings/${notice.id}`,
} as const

describeScreenStates('a warning', {
  element: <WarningNotice />,
  options: noticeOptions,
  endpoint: one,
  filled: { reply: notice, text: 'Warning until 4 Dec 2026' },
})

describe('a warning', () => {
  it('has three steps of the disease card, its plate and its article', async () => {
    respond(one, notice)
    await renderScreen(<WarningNotice />, noticeOptions)
    const steps = within(await screen.findByRole('region', { name: 'Three steps now' })).getAllByRole('listitem')
    expect(steps).toHaveLength(3)
    expect(screen.getByRole('figure', { name: 'A drawn leaf: Common rust of maize' })).toBeTruthy()
    const article = screen.getByRole('link', { name: 'More about this disease' })
    expect(article.getAttribute('href')).toBe('/learn/maize-common-rust')
  })

  it.each([
    ['high', true],
    ['medium', true],
    ['low', false],
    ['unknown', false],
  ] as const)('says that the weather suits the disease at the level %s: %s', async (level, isShown) => {
    respond(one, { ...notice, weather: { level, days: level === 'unknown' ? null : 3 } })
    await renderScreen(<WarningNotice />, noticeOptions)
    await screen.findByText('Warning until 4 Dec 2026')
    expect(screen.queryByText('The weather this week suits this disease.') !== null).toBe(isShown)
    expect(screen.queryByText('That is a risk. It does not mean your plants are sick.') !== null).toBe(isShown)
    expect(screen.queryByRole('link', { name: 'Weather data: Open-Meteo.com, CC BY 4.0' }) !== null).toBe(isShown)
  })

  it('says that the weather of the demonstration is invented, and credits nobody for it', async () => {
    respond(one, { ...notice, weather: { level: 'high', days: 5 }, weather_source: 'simulation' })
    await renderScreen(<WarningNotice />, noticeOptions)
    expect(await screen.findByText('The weather is invented for the demonstration.')).toBeTruthy()
    expect(screen.queryByText(/Open-Meteo/)).toBeNull()
  })

  it('says when it is over', async () => {
    respond(one, { ...notice, is_over: true })
    await renderScreen(<WarningNotice />, noticeOptions)
    expect(await screen.findByText('This warning is over.')).toBeTruthy()
    expect(screen.queryByText('Warning until 4 Dec 2026')).toBeNull()
  })

  it('that was withdrawn says so, and demands no steps', async () => {
    const weather = { level: 'high', days: 5 } as const
    respond(one, { ...notice, is_over: true, withdrawn_at: '2026-11-22T08:00:00Z', weather })
    await renderScreen(<WarningNotice />, noticeOptions)
    expect(await screen.findByText('This warning no longer holds.')).toBeTruthy()
    expect(screen.getByText(/It was withdrawn on 22 Nov 2026\./)).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Three steps now' })).toBeNull()
    expect(screen.queryByText(/It spreads in/)).toBeNull()
    expect(screen.queryByText('The weather this week suits this disease.')).toBeNull()
  })

  it('that does not exist says so', async () => {
    respondWithError(one, 'not_found', { message: 'There is no such warning.' })
    await renderScreen(<WarningNotice />, noticeOptions)
    expect(await screen.findByText('There is no such warning.')).toBeTruthy()
  })
})
