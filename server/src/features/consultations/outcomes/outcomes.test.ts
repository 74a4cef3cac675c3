import type { Booking } from '@kutu/contract/consultations/consultations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answerBooking,
  bookSlot,
  cancelBooking,
  createAppointment,
  createFreeSlot,
  createPendingBooking,
  getBooking,
  getSlot,
  hour,
  hoursFromNow,
} from '../../../testing/features/consultations.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let joan: TestUser
let okello: TestUser
let amina: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
  okello = await signUpExpert(server)
  amina = await signUpExpert(server)
})
afterAll(() => server.close())

const record = (expert: TestUser, id: string, body: object) =>
  server.request('PUT /api/consultations/consultations/{id}/outcome/', { token: expert.token, params: { id }, body })

const rate = (farmer: TestUser, id: string, is_helpful: boolean) =>
  server.request('PUT /api/consultations/consultations/{id}/rating/', {
    token: farmer.token,
    params: { id },
    body: { is_helpful },
  })

/** Sessions expire as time passes. */
async function advance(ms: number): Promise<void> {
  server.clock.advance(ms)
  for (const person of [grace, joan, okello, amina]) Object.assign(person, await signIn(server, person.email))
}

/** Creates an appointment and lets its beginning pass. */
async function createPastAppointment(farmer: TestUser, expert: TestUser): Promise<Booking> {
  const booking = await createAppointment(server, farmer, expert, hoursFromNow(server, 1))
  await advance(3 * hour)
  return booking
}

describe('an appointment', () => {
  it('is recorded by its expert once it has begun, with a note for both', async () => {
    const booking = await createAppointment(server, grace, okello, hoursFromNow(server, 1))
    expect(booking).toMatchObject({ outcome: null, note: null, is_helpful: null })
    expect((await record(okello, booking.id, { outcome: 'held' })).body).toMatchObject({
      status: 409,
      error: 'appointment_not_begun',
    })
    await advance(3 * hour)
    const { status, body } = await record(okello, booking.id, { outcome: 'held', note: 'Pull out the worst plants.' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ outcome: 'held', note: 'Pull out the worst plants.', is_helpful: null })
    expect((await getBooking(server, grace, booking.id)).body).toMatchObject({ note: 'Pull out the worst plants.' })
    expect((await record(okello, booking.id, { outcome: 'missed' })).body).toMatchObject({
      outcome: 'missed',
      note: null,
    })
  })

  it('is rated by its farmer with one tap, which counts for the expert', async () => {
    const booking = await createPastAppointment(grace, amina)
    const figuresOf = async () => (await getBooking(server, grace, booking.id)).body.expert.help
    expect(await figuresOf()).toMatchObject({ held: 0, helpful: 0, reply_minutes: null })
    expect((await rate(grace, booking.id, true)).body).toMatchObject({ is_helpful: true })
    await record(amina, booking.id, { outcome: 'held' })
    expect(await figuresOf()).toMatchObject({ held: 1, helpful: 1, reply_minutes: null })
    expect((await rate(grace, booking.id, false)).body).toMatchObject({ is_helpful: false, outcome: 'held' })
    expect(await figuresOf()).toMatchObject({ held: 1, helpful: 0 })
    const free = await createFreeSlot(server, amina, hoursFromNow(server, 24))
    expect((await getSlot(server, joan, free.id)).body.expert.help).toMatchObject({ held: 1, helpful: 0 })
  })

  it('that the farmer missed cannot be rated, and one that was rated was not missed', async () => {
    const missed = await createPastAppointment(grace, okello)
    await record(okello, missed.id, { outcome: 'missed' })
    expect((await rate(grace, missed.id, true)).body).toMatchObject({ status: 409, error: 'appointment_missed' })
    const rated = await createPastAppointment(grace, okello)
    await rate(grace, rated.id, true)
    expect((await record(okello, rated.id, { outcome: 'missed' })).body).toMatchObject({
      status: 409,
      error: 'appointment_rated',
    })
    const ids: string[] = []
    while (ids.length < 4) ids.push((await createPastAppointment(joan, okello)).id)
    const answers = await Promise.all(
      ids.flatMap(id => [record(okello, id, { outcome: 'missed' }), rate(joan, id, true)]),
    )
    // Of each pair exactly one is accepted.
    for (let i = 0; i < answers.length; i += 2)
      expect([answers[i]?.status, answers[i + 1]?.status].toSorted()).toEqual([200, 409])
  })

  it('is only of its two parties, and only when it was approved', async () => {
    const booking = await createPastAppointment(grace, okello)
    expect((await record(amina, booking.id, { outcome: 'held' })).status).toBe(404)
    expect((await rate(joan, booking.id, true)).status).toBe(404)
    expect((await record(grace, booking.id, { outcome: 'held' })).status).toBe(403)
    expect((await rate(okello, booking.id, true)).status).toBe(403)
    const pending = await createPendingBooking(server, grace, okello, hoursFromNow(server, 1))
    expect((await rate(grace, pending.id, true)).body.error).toBe('appointment_not_begun')
    const cancelled = await createAppointment(server, grace, okello, hoursFromNow(server, 24))
    await cancelBooking(server, grace, cancelled.id)
    expect((await rate(grace, cancelled.id, true)).body.error).toBe('already_decided')
    const planted = server.app.db
      .insertInto('appointment_outcomes')
      .values({ booking_id: cancelled.id, expert_id: okello.id, farmer_id: grace.id })
    await expect(planted.execute()).rejects.toThrow('has no appointment')
  })

  it.each([
    ['nothing', {}],
    ['an unknown outcome', { outcome: 'late' }],
    ['a note that is too long', { outcome: 'held', note: 'x'.repeat(1001) }],
  ])('is not recorded with %s', async (_, body) => {
    const { body: reply } = await record(okello, '00000000-0000-4000-8000-000000000000', body)
    expect(reply).toMatchObject({ status: 400, error: 'validation_failed' })
  })
})

it('the typical reply time is the median of the latest answers, from ten on', async () => {
  const [farmer, expert] = [joan, await signUpExpert(server)]
  const replyAfter = async (minutes: number) => {
    const slot = await createFreeSlot(server, expert, hoursFromNow(server, 48))
    const { body } = await bookSlot(server, farmer, slot.id)
    await advance(minutes * 60_000)
    Object.assign(expert, await signIn(server, expert.email))
    await answerBooking(server, expert, body.id, 'reject')
    // The slot is free again and would overlap the next one.
    await server.request('PUT /api/consultations/availability-slots/end/{id}/', {
      token: expert.token,
      params: { id: slot.id },
      body: {},
    })
    return (await getBooking(server, farmer, body.id)).body.expert.help.reply_minutes
  }
  for (const minutes of [5, 5, 5, 5, 90, 90, 90, 90, 90]) expect(await replyAfter(minutes)).toBeNull()
  expect(await replyAfter(90)).toBe(90)
  // An appointment that is moved keeps the time of the first answer.
  const { id, slot } = await createPendingBooking(server, farmer, expert, hoursFromNow(server, 72))
  const later = new Date(Date.parse(slot.start_time) + hour / 2).toISOString()
  await answerBooking(server, expert, id, 'approve', { selected_date: slot.start_time })
  await advance(hour)
  Object.assign(expert, await signIn(server, expert.email))
  await answerBooking(server, expert, id, 'reschedule', { selected_date: later })
  const rows = await server.app.db.selectFrom('booking_replies').selectAll().where('booking_id', '=', id).execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.seconds).toBeLessThan(60)
})
