// @vitest-environment happy-dom
import type { WeeklySummary } from '@kutu/contract/summaries'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { receivedRequests, respond } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates } from '../../../testing/screen-states.tsx'
import { SummaryPage } from './SummaryPage.tsx'

const endpoint = 'GET /api/surveillance/summary/'
const options = { user: 'expert', catalogs: ['outbreaks', 'summaries'], path: '/account/outbreaks/summary' } as const
const id = '11111111-1111-7111-8111-111111111111'
const hidden = { total: null, shown: 0 }
const rust = { crop: 'maize' as const, disease: 'common_rust' }
const mbale = { district: 'UG-mbale', district_name: 'Mbale', ...rust }
const makeSummary = (changes: Partial<WeeklySummary> = {}): WeeklySummary => ({
  country: 'UG',
  week: '2026-11-09',
  last_week: '2026-11-09',
  made_at: '2026-11-21T09:00:00.000Z',
  model_version: '2026.11.23-1',
  warnings: { day: '2026-11-21', count: 1, results: [{ id, ...mbale, week: '2026-11-09', valid_until: '2026-11-30' }] },
  withdrawn: { count: 0, results: [] },
  proposed: null,
  districts: { total: 135, shown: 12 },
  crops: [{ crop: 'maize', week: { total: null, shown: 520 }, previous_week: { total: null, shown: 480 } }],
  diseases: [
    {
      ...rust,
      week: {
        confirmed: hidden,
        confident: { total: 47, shown: 40 },
        likely: { total: null, shown: 9 },
        all: { min: 56, max: 64 },
      },
      previous_week: { confirmed: hidden, confident: hidden, likely: hidden, all: { min: 0, max: 12 } },
    },
  ],
  rises: [
    {
      ...mbale,
      reports: 22,
      reports_max: 26,
      previous_reports: 0,
      previous_reports_max: 4,
      photographed: 60,
      photographed_min: 60,
      photographed_max: 60,
      previous_photographed: null,
      previous_photographed_min: 0,
      previous_photographed_max: 4,
    },
  ],
  ...changes,
})
const quiet = makeSummary({
  crops: [],
  diseases: [],
  rises: [],
  districts: { total: 135, shown: 0 },
  warnings: { day: '2026-11-21', count: 0, results: [] },
})

describeScreenStates('the weekly summary', {
  element: <SummaryPage />,
  options,
  endpoint,
  empty: { reply: quiet, text: 'Few reports or none this week.' },
  filled: { reply: makeSummary(), text: 'Mbale: Common rust of maize' },
})

describe('the weekly summary', () => {
  const readTable = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .map(row => [...row.children].map(({ lastChild }) => lastChild?.textContent))

  it('writes totals where they are published, a plus where counts are hidden, and "few" where all are', async () => {
    respond(endpoint, makeSummary())
    await renderScreen(<SummaryPage />, options)
    await screen.findByRole('table', { name: 'Reports' })
    expect(readTable('Reports')).toEqual([
      ['Disease', 'Confirmed', 'Sure', 'Likely', 'All', 'Week before'],
      [' · Farmers with photos: 520+. Week before: 480+.'],
      ['Common rust of maize', 'few', '47', '9+', '56–64', 'few'],
    ])
    expect(readTable('Largest rises')[1]).toEqual(['Mbale: Common rust of maize', '22–26', 'few', '60 (before: few)'])
    expect(screen.getByText('9 Nov 2026 to 15 Nov 2026')).toBeTruthy()
    expect(screen.getByText('Until 30 Nov 2026')).toBeTruthy()
    expect(screen.getByText('12 of 135 districts have a figure that we may show.')).toBeTruthy()
    expect(screen.getByText(/^Made on 21 Nov 2026.* with model 2026\.11\.23-1\.$/)).toBeTruthy()
  })

  it('shows proposed warnings to those who decide on them only', async () => {
    respond(endpoint, makeSummary())
    const { unmount } = await renderScreen(<SummaryPage />, options)
    await screen.findByRole('table', { name: 'Reports' })
    expect(screen.queryByText('Waiting for a decision')).toBeNull()
    unmount()
    const proposed = { count: 21, results: [{ id, ...mbale, week: '2026-11-09', valid_until: null }] }
    respond(endpoint, makeSummary({ proposed }))
    await renderScreen(<SummaryPage />, { ...options, user: 'admin' })
    expect(await screen.findByText('Waiting for a decision')).toBeTruthy()
    expect(screen.getByText('Week of 9 Nov 2026', { selector: 'li *' })).toBeTruthy()
    expect(screen.getByText('20 more')).toBeTruthy()
  })

  it('lists withdrawn warnings with the reason, and nothing where there is none', async () => {
    respond(endpoint, makeSummary())
    const { unmount } = await renderScreen(<SummaryPage />, options)
    await screen.findByRole('table', { name: 'Reports' })
    expect(screen.queryByText('Withdrawn warnings')).toBeNull()
    unmount()
    const until = { week: '2026-11-09', valid_until: '2026-11-30' }
    const withdrawal = { withdrawn_at: '2026-11-20T08:00:00Z', withdrawal_reason: 'It was another disease.' }
    respond(endpoint, makeSummary({ withdrawn: { count: 1, results: [{ id, ...mbale, ...until, ...withdrawal }] } }))
    await renderScreen(<SummaryPage />, options)
    expect(await screen.findByText('Withdrawn warnings')).toBeTruthy()
    expect(screen.getByText('Withdrawn on 20 Nov 2026')).toBeTruthy()
    expect(screen.getByText('It was another disease.')).toBeTruthy()
  })

  it('opens with the last week, goes back week by week, and is printed', async () => {
    respond(endpoint, ({ query }) => makeSummary({ week: String(query.week ?? '2026-11-09') }))
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const { user, getPath } = await renderScreen(<SummaryPage />, options)
    expect(await screen.findByText('9 Nov 2026 to 15 Nov 2026')).toBeTruthy()
    expect(receivedRequests.at(-1)?.query).toEqual({ country: 'UG' })
    await user.click(screen.getByRole('button', { name: 'Week before' }))
    expect(await screen.findByText('2 Nov 2026 to 8 Nov 2026')).toBeTruthy()
    expect(getPath()).toContain('week=2026-11-02')
    await user.click(screen.getByRole('button', { name: 'Week after' }))
    expect(await screen.findByText('9 Nov 2026 to 15 Nov 2026')).toBeTruthy()
    expect(getPath()).not.toContain('week')
    await user.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })
})
