// @vitest-environment happy-dom
import type { WorkingHours as Hours } from '@kutu/contract/consultations/working-hours'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, neverRespond, receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { WorkingHours } from './WorkingHours.tsx'

const show = 'GET /api/consultations/working-hours/'
const save = 'PUT /api/consultations/working-hours/'

const hours: Hours = {
  time_zone: 'Africa/Kampala',
  appointment_minutes: 30,
  break_minutes: 0,
  days_ahead: 28,
  periods: [{ weekday: 1, start: '09:00', end: '12:00' }],
  days_off: [],
  saved_at: '2026-11-20T07:00:00.000Z',
  clashes: [],
  clash_count: 0,
}
const never: Hours = { ...hours, periods: [], saved_at: null }
const range = { start_time: '2026-11-24T06:00:00.000Z', end_time: '2026-11-24T06:30:00.000Z' }
const render = () =>
  renderScreen(<WorkingHours />, {
    user: makeUser('expert', { time_zone: 'Africa/Kampala' }),
    catalogs: ['consultations'],
    path: '/account/addresses/availability-slots/hours',
  })
const lastSent = () => receivedRequests.findLast(({ endpoint }) => endpoint === save)?.body

describe('the working hours of an expert', () => {
  it('wait for the server', async () => {
    neverRespond(show)
    await render()
    expect(screen.getByRole('heading', { name: 'Working hours' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save working hours' })).toBeNull()
  })

  it('show why loading failed and load again on request', async () => {
    respondWithError(show, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respond(show, hours)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Save working hours' })).toBeTruthy()
  })

  it('say when they can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect((await screen.findAllByText(/when you have network/i)).length).toBeGreaterThan(0)
  })

  it('begin without slots, and are saved with the hours of two days', async () => {
    respond(show, never)
    const { user } = await render()
    expect((await screen.findAllByText('No slots')).length).toBeGreaterThanOrEqual(7)
    await user.click(screen.getByRole('button', { name: 'Add hours on Monday' }))
    await user.click(screen.getByRole('button', { name: 'Add hours on Tuesday' }))
    respond(save, { ...hours, added: 12, removed: 0 })
    await user.click(screen.getByRole('button', { name: 'Save working hours' }))
    expect(await getNotices()).toContain('Working hours saved. 12 slots added, 0 removed.')
    expect(lastSent()).toEqual({
      time_zone: 'Africa/Kampala',
      appointment_minutes: 30,
      break_minutes: 0,
      days_ahead: 28,
      periods: [1, 2].map(weekday => ({ weekday, start: '09:00', end: '12:00' })),
      days_off: [],
    })
  })

  it('of Monday are copied to all days, in place of their own', async () => {
    respond(show, hours)
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Add hours on Friday' }))
    await user.click(screen.getByRole('button', { name: 'Copy the hours of Monday to all days' }))
    respond(save, { ...hours, added: 30, removed: 0 })
    await user.click(screen.getByRole('button', { name: 'Save working hours' }))
    expect(await getNotices()).toContain('Working hours saved. 30 slots added, 0 removed.')
    const [monday] = hours.periods
    expect(lastSent()).toMatchObject({ periods: [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ ...monday, weekday })) })
  })

  it('show a mistake at the hours where it is, and focus them', async () => {
    respond(show, hours)
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Add hours on Monday' }))
    respondWithError(save, 'validation_failed', {
      message: 'Working hours: These hours overlap other hours of the same day.',
      errors: [{ field: 'periods.1', message: 'These hours overlap other hours of the same day.' }],
    })
    await user.click(screen.getByRole('button', { name: 'Save working hours' }))
    const monday = screen.getByRole('group', { name: 'Monday' })
    expect(await within(monday).findByText('These hours overlap other hours of the same day.')).toBeTruthy()
    expect(document.activeElement).toBe(within(monday).getByLabelText('Monday 2 from'))
  })

  it('keep days off, and forget removed hours', async () => {
    respond(show, { ...hours, days_off: [{ first_day: '2026-12-24', last_day: '2026-12-26' }] })
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Remove hours on Monday' }))
    respond(save, { ...never, added: 0, removed: 6 })
    await user.click(screen.getByRole('button', { name: 'Save working hours' }))
    expect(await getNotices()).toContain('Working hours saved. 0 slots added, 6 removed.')
    expect(lastSent()).toMatchObject({ periods: [], days_off: [{ first_day: '2026-12-24', last_day: '2026-12-26' }] })
  })

  it('name the slots in the way of times that are left out', async () => {
    const slot = { start_time: '2026-11-24T06:15:00.000Z', end_time: '2026-11-24T07:00:00.000Z', is_booked: true }
    respond(show, { ...hours, clashes: [{ ...range, slot }], clash_count: 3 })
    await render()
    expect(await screen.findByText('3 times are left out')).toBeTruthy()
    expect(screen.getByText(/A booking is in the way: Tue 24 Nov.*09:15–10:00/)).toBeTruthy()
    expect(screen.getByText('And 2 more')).toBeTruthy()
  })
})
