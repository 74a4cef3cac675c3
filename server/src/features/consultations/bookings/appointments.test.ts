import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answerBooking,
  bookSlot,
  cancelBooking,
  createAppointment,
  createPendingBooking,
  getBooking,
  getSlot,
  hour,
  hoursFromNow,
  withdrawBooking,
} from '../../../testing/features/consultations.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let joan: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

const addHours = (time: string, hours: number) => new Date(Date.parse(time) + hours * hour).toISOString()

describe('rescheduling an appointment', () => {
  it('sets another time within its slot', async () => {
    const { id, slot } = await createAppointment(server, grace, okello)
    const moved = await answerBooking(server, okello, id, 'reschedule', { selected_date: addHours(slot.start_time, 1) })
    expect(moved.body).toMatchObject({ status: 'approved', selected_date: addHours(slot.start_time, 1) })
    const out = await answerBooking(server, okello, id, 'reschedule', { selected_date: addHours(slot.end_time, 1) })
    expect(out.body.errors).toMatchObject([{ field: 'selected_date' }])
    const pending = await createPendingBooking(server, grace, okello)
    const early = await answerBooking(server, okello, pending.id, 'reschedule', {
      selected_date: pending.slot.start_time,
    })
    expect(early.body.error).toBe('already_decided')
  })
})

describe('cancelling', () => {
  it('a pending booking is possible for its farmer only, and releases the slot', async () => {
    const { id, slot } = await createPendingBooking(server, grace, okello)
    expect((await withdrawBooking(server, joan, id)).status).toBe(404)
    expect((await cancelBooking(server, okello, id)).body.error).toBe('already_decided')
    expect((await withdrawBooking(server, grace, id)).status).toBe(204)
    expect((await withdrawBooking(server, grace, id)).body).toMatchObject({ status: 409, error: 'already_decided' })
    expect((await getBooking(server, okello, id)).body).toMatchObject({
      status: 'rejected',
      ended: 'cancelled',
      ended_by: 'farmer',
    })
    expect((await bookSlot(server, joan, slot.id)).status).toBe(201)
  })

  it.each(['farmer', 'expert'] as const)('an appointment releases its slot when the %s cancels', async side => {
    const { id, slot } = await createAppointment(server, grace, okello)
    expect((await withdrawBooking(server, grace, id)).body.error).toBe('already_decided')
    const { status, body } = await cancelBooking(server, side === 'farmer' ? grace : okello, id, 'The rain came.')
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'rejected', ended: 'cancelled', ended_by: side, reason: 'The rain came.' })
    expect([body.selected_date, body.expert.contact, body.farmer.phone_number]).toEqual([slot.start_time, null, null])
    expect((await getSlot(server, joan, slot.id)).body.state).toBe('available')
    expect((await cancelBooking(server, okello, id)).body.error).toBe('already_decided')
  })

  it('an appointment that has begun is rejected', async () => {
    const otherServer = await startTestServer({ expertApproval: 'auto' })
    try {
      const [anna, mary] = [await signUpExpert(otherServer), await signUpFarmer(otherServer)]
      const { id, slot } = await createAppointment(otherServer, mary, anna, hoursFromNow(otherServer, 0.1))
      otherServer.clock.advance(Date.parse(slot.start_time) - otherServer.clock.now().getTime())
      for (const person of [mary, anna])
        expect((await cancelBooking(otherServer, person, id)).body).toMatchObject({
          status: 409,
          error: 'appointment_begun',
        })
      const moved = await answerBooking(otherServer, anna, id, 'reschedule', {
        selected_date: addHours(slot.start_time, 1),
      })
      expect(moved.body.error).toBe('appointment_begun')
    } finally {
      await otherServer.close()
    }
  })
})

it('a booking is visible to its two parties only', async () => {
  const { id } = await createPendingBooking(server, grace, okello)
  for (const [person, status] of [
    [grace, 200],
    [okello, 200],
    [joan, 404],
    [await signUpExpert(server), 404],
  ] as const)
    expect((await getBooking(server, person, id)).status).toBe(status)
})

it('the audit log records who changed a booking', async () => {
  const { id, slot } = await createAppointment(server, grace, okello)
  await answerBooking(server, okello, id, 'reschedule', { selected_date: addHours(slot.start_time, 0.5) })
  await cancelBooking(server, grace, id)
  const rows = await server.app.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['booking.added', grace.id],
    ['booking.approved', okello.id],
    ['booking.rescheduled', okello.id],
    ['booking.cancelled', grace.id],
  ])
})
