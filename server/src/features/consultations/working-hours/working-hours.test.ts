import { consultations } from '@kutu/contract/consultations/consultations'
import { workingHourEndpoints } from '@kutu/contract/consultations/working-hours'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findInvariantViolations } from '../../../testing/features/consultation-invariants.ts'
import {
  bookSlot,
  createPendingBooking,
  endSlot,
  getSlot,
  hour,
  offerSlot,
  withdrawBooking,
} from '../../../testing/features/consultations.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signIn,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { generateDueSlots } from './working-hours.ts'

let server: TestServer
let grace: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
})
afterAll(async () => {
  expect(await findInvariantViolations(server.app)).toEqual([])
  await server.close()
})

/** Every day from 09:00 to 12:00 in Nairobi. */
const mornings = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, start: '09:00', end: '12:00' }))
const threeDays = { appointment_minutes: 60, break_minutes: 0, days_ahead: 3, periods: mornings, days_off: [] }

const save = (changes: object = {}, { token } = okello) =>
  server.request('PUT /api/consultations/working-hours/', { token, body: { ...threeDays, ...changes } })
const show = async ({ token } = okello) =>
  workingHourEndpoints.showWorkingHours.reply.parse(
    (await server.request('GET /api/consultations/working-hours/', { token })).body,
  )
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Nairobi' }).format(server.clock.now())
const addDays = (date: string, days: number) => new Date(Date.parse(date) + days * 24 * hour).toISOString().slice(0, 10)
/** The active or booked slots from tomorrow on. */
const listFromTomorrow = async ({ token } = okello) => {
  const query = { when: 'upcoming', page_size: 200 }
  const { body } = await server.request('GET /api/consultations/availability-slots/', { token, query })
  const { results } = consultations.listMySlots.reply.parse(body)
  const tomorrow = Date.parse(`${addDays(today(), 1)}T00:00:00+03:00`)
  return results.filter(slot => (slot.is_active || slot.is_booked) && Date.parse(slot.start_time) >= tomorrow)
}
/** Local start times of these slots, as `1 09:00`: the number of days from today, and the time. */
const listStarts = async (user = okello) =>
  (await listFromTomorrow(user)).map(({ start_time }) => {
    const local = new Date(Date.parse(start_time) + 3 * hour).toISOString()
    return `${(Date.parse(local.slice(0, 10)) - Date.parse(today())) / (24 * hour)} ${local.slice(11, 16)}`
  })
const everyMorning = (days: readonly number[], times = ['09:00', '10:00', '11:00']) =>
  days.flatMap(dayNumber => times.map(time => `${dayNumber} ${time}`))
const at = (days: number, time: string) => `${addDays(today(), days)} ${time}:00`

beforeAll(async () => {
  grace = await signUpFarmer(server)
})

/** A new expert on the next day, shortly after midnight in Nairobi, so that a day has all its slots ahead. */
async function startNextDay(): Promise<void> {
  server.clock.advance(Date.parse(`${addDays(today(), 1)}T00:01:00+03:00`) - server.clock.now().getTime())
  grace = await signIn(server, grace.email)
  okello = await signUpExpert(server)
}

/** Advances the clock and signs both users in again, because sessions expire. */
async function advance(ms: number): Promise<void> {
  server.clock.advance(ms)
  grace = await signIn(server, grace.email)
  okello = await signIn(server, okello.email)
}

describe('saved working hours', () => {
  beforeAll(startNextDay)

  it('are a suggestion without slots at first', async () => {
    expect(await show()).toMatchObject({ saved_at: null, periods: [], time_zone: 'Africa/Nairobi', clash_count: 0 })
    expect(await listFromTomorrow()).toEqual([])
  })

  it('make slots at once, which farmers see, and saving them again changes nothing', async () => {
    const { status, body } = await save()
    expect(status).toBe(200)
    expect(workingHourEndpoints.saveWorkingHours.reply.parse(body)).toMatchObject({ added: 12, removed: 0 })
    expect(await listStarts()).toEqual(everyMorning([1, 2, 3]))
    const query = { expert: okello.id }
    const shown = await server.request('GET /api/consultations/availability-slots/all/', { token: grace.token, query })
    expect(shown.body).toHaveLength(12)
    expect((await save()).body).toMatchObject({ added: 0, removed: 0 })
  })

  it('close the free slots they no longer include, and booked ones stay', async () => {
    const [first, second] = await listFromTomorrow()
    expect((await bookSlot(server, grace, first?.id ?? '')).status).toBe(201)
    const { body } = await save({ periods: mornings.map(period => ({ ...period, start: '10:00', end: '11:00' })) })
    expect(body).toMatchObject({ added: 0, removed: 7 })
    expect(await listStarts()).toEqual(['1 09:00', ...everyMorning([1, 2, 3], ['10:00'])])
    expect((await getSlot(server, okello, second?.id ?? '')).body.state).toBe('available')
    const stopped = await save({ periods: [] })
    expect(stopped.body).toMatchObject({ added: 0, removed: 4 })
    expect(await listStarts()).toEqual(['1 09:00'])
  })

  it('leave days off out', async () => {
    const day = addDays(today(), 2)
    await save({ days_off: [{ first_day: day, last_day: day }] })
    expect(await listStarts()).toEqual(everyMorning([1, 3]))
  })

  it('are reported with every mistake in place', async () => {
    const { status, body } = await save({
      periods: [
        { weekday: 1, start: '09:00', end: '12:00' },
        { weekday: 1, start: '11:00', end: '13:00' },
        { weekday: 2, start: '12:00', end: '12:00' },
        { weekday: 3, start: '11:00', end: '24:00' },
      ],
      days_off: [
        { first_day: '2026-02-30', last_day: '2026-03-01' },
        { first_day: '2026-03-02', last_day: '2026-03-01' },
      ],
      time_zone: 'Africa/Atlantis',
    })
    expect([status, body.error]).toEqual([400, 'validation_failed'])
    const fields = ['time_zone', 'periods.1', 'periods.2', 'days_off.0', 'days_off.1']
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(fields)
    expect((await save({ appointment_minutes: 5 })).status).toBe(400)
    expect((await save({}, grace)).status).toBe(403)
  })
})

describe('a slot in the way', () => {
  beforeAll(startNextDay)

  it('that the expert created stays, is named, and its time is left out', async () => {
    await offerSlot(server, okello, at(1, '09:30'), at(1, '10:15'))
    const { body } = await save()
    expect(body).toMatchObject({ added: 10, clash_count: 2 })
    expect(await listStarts()).toEqual(['1 09:30', '1 11:00', ...everyMorning([2, 3])])
    const { clashes } = await show()
    expect(clashes).toHaveLength(2)
    expect(clashes[0]).toEqual({
      start_time: new Date(`${addDays(today(), 1)}T09:00:00+03:00`).toISOString(),
      end_time: new Date(`${addDays(today(), 1)}T10:00:00+03:00`).toISOString(),
      slot: {
        start_time: new Date(`${addDays(today(), 1)}T09:30:00+03:00`).toISOString(),
        end_time: new Date(`${addDays(today(), 1)}T10:15:00+03:00`).toISOString(),
        is_booked: false,
      },
    })
  })

  it('is no longer in the way after the next run of the job, if it was deactivated', async () => {
    const [own] = await listFromTomorrow()
    await endSlot(server, okello, own?.id ?? '')
    await generateDueSlots(server.app)
    expect(await listStarts()).toEqual(['1 11:00', ...everyMorning([2, 3])])
    await advance(hour)
    await generateDueSlots(server.app)
    expect(await listStarts()).toEqual(everyMorning([1, 2, 3]))
  })
})

describe('as time passes', () => {
  beforeAll(startNextDay)

  it('a generated slot that the expert deactivates is not offered again', async () => {
    await save()
    const [first] = await listFromTomorrow()
    expect((await endSlot(server, okello, first?.id ?? '')).status).toBe(200)
    await advance(hour)
    await generateDueSlots(server.app)
    expect((await save()).body).toMatchObject({ added: 0, removed: 0, clash_count: 0 })
    expect(await listStarts()).toEqual(everyMorning([1, 2, 3]).slice(1))
  })

  it('a slot outside the hours is closed once its booking is withdrawn', async () => {
    const [first] = await listFromTomorrow()
    const booking = await bookSlot(server, grace, first?.id ?? '')
    await save({ periods: [] })
    expect(await listStarts()).toEqual(['1 10:00'])
    await withdrawBooking(server, grace, booking.body.id)
    await advance(hour)
    await generateDueSlots(server.app)
    expect(await listStarts()).toEqual([])
  })

  it('new days come within reach, once a day', async () => {
    await save()
    await advance(24 * hour)
    expect(await listStarts()).toEqual(everyMorning([1, 2]))
    await generateDueSlots(server.app)
    expect(await listStarts()).toEqual(everyMorning([1, 2, 3]))
  })

  it('no slots are generated for a deactivated account, and again once it is back', async () => {
    const { email } = await createTestAdmin(server)
    const change = async (action: string) => {
      const { token } = await signIn(server, email)
      const request = { token, params: { id: okello.id }, body: { action } }
      expect((await server.request('PUT /api/admin/users/{id}/', request)).status).toBe(200)
    }
    const countActive = async () =>
      (
        await server.app.db
          .selectFrom('availability_slots')
          .select('id')
          .where('expert_id', '=', okello.id)
          .where('is_active', '=', true)
          .where('end_time', '>', server.clock.now())
          .execute()
      ).length
    await change('deactivate')
    server.clock.advance(hour)
    await generateDueSlots(server.app)
    expect(await countActive()).toBe(0)
    await change('reactivate')
    server.clock.advance(hour)
    await generateDueSlots(server.app)
    expect(await countActive()).toBeGreaterThan(0)
  })
})

describe('saving, booking and the job at once', () => {
  beforeAll(startNextDay)

  it('lose no booking and make no overlap', async () => {
    await save()
    const farmers: TestUser[] = []
    for (let count = 0; count < 6; count++) farmers.push(await signUpFarmer(server))
    const another = await signUpExpert(server)
    const slots = await listFromTomorrow()
    const shifted = { periods: mornings.map(period => ({ ...period, start: '09:30' })) }
    const [saved, ...booked] = await Promise.all([
      save(shifted),
      ...farmers.map((farmer, index) => bookSlot(server, farmer, slots[index]?.id ?? '')),
      ...[1, 2, 3].map(() => generateDueSlots(server.app)),
      save(threeDays),
      createPendingBooking(server, grace, another),
    ])
    expect(saved.status).toBe(200)
    const replies = booked.slice(0, farmers.length).map(reply => (reply && 'status' in reply ? reply.status : 0))
    expect(replies.filter(status => status !== 201 && status !== 409)).toEqual([])
    const kept = (await listFromTomorrow()).filter(({ is_booked }) => is_booked)
    expect(kept).toHaveLength(replies.filter(status => status === 201).length)
    expect(await findInvariantViolations(server.app)).toEqual([])
  })
})
