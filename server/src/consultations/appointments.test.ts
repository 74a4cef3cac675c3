import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expert, farmer, type Person } from '../testing/people.ts'
import {
  answer,
  appointment,
  book,
  cancel,
  hour,
  inHours,
  pendingBooking,
  seeBooking,
  seeSlot,
  withdraw,
} from '../testing/slots.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let grace: Person
let joan: Person
let okello: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  grace = await farmer(w)
  joan = await farmer(w)
  okello = await expert(w)
})
afterAll(() => w.close())

const plus = (time: string, hours: number) => new Date(Date.parse(time) + hours * hour).toISOString()

describe('moving an appointment', () => {
  it('sets another time in its slot', async () => {
    const { id, slot } = await appointment(w, grace, okello)
    const moved = await answer(w, okello, id, 'reschedule', { selected_date: plus(slot.start_time, 1) })
    expect(moved.body).toMatchObject({ status: 'approved', selected_date: plus(slot.start_time, 1) })
    const out = await answer(w, okello, id, 'reschedule', { selected_date: plus(slot.end_time, 1) })
    expect(out.body.errors).toMatchObject([{ field: 'selected_date' }])
    const pending = await pendingBooking(w, grace, okello)
    const early = await answer(w, okello, pending.id, 'reschedule', { selected_date: pending.slot.start_time })
    expect(early.body.error).toBe('already_decided')
  })
})

describe('cancelling', () => {
  it('a pending booking is its farmer’s to do, and frees the slot', async () => {
    const { id, slot } = await pendingBooking(w, grace, okello)
    expect((await withdraw(w, joan, id)).status).toBe(404)
    expect((await cancel(w, okello, id)).body.error).toBe('already_decided')
    expect((await withdraw(w, grace, id)).status).toBe(204)
    expect((await withdraw(w, grace, id)).body).toMatchObject({ status: 409, error: 'already_decided' })
    expect((await seeBooking(w, okello, id)).body).toMatchObject({
      status: 'rejected',
      ended: 'cancelled',
      ended_by: 'farmer',
    })
    expect((await book(w, joan, slot.id)).status).toBe(201)
  })

  it.each(['farmer', 'expert'] as const)('an appointment frees its slot when the %s does it', async side => {
    const { id, slot } = await appointment(w, grace, okello)
    expect((await withdraw(w, grace, id)).body.error).toBe('already_decided')
    const { status, body } = await cancel(w, side === 'farmer' ? grace : okello, id, 'The rain came.')
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'rejected', ended: 'cancelled', ended_by: side, reason: 'The rain came.' })
    expect([body.selected_date, body.expert.contact, body.farmer.phone_number]).toEqual([slot.start_time, null, null])
    expect((await seeSlot(w, joan, slot.id)).body.state).toBe('available')
    expect((await cancel(w, okello, id)).body.error).toBe('already_decided')
  })

  it('an appointment that has begun is too late', async () => {
    const later = await world({ expertApproval: 'auto' })
    try {
      const [anna, mary] = [await expert(later), await farmer(later)]
      const { id, slot } = await appointment(later, mary, anna, inHours(later, 0.1))
      later.clock.advance(Date.parse(slot.start_time) - later.clock.now().getTime())
      for (const person of [mary, anna])
        expect((await cancel(later, person, id)).body).toMatchObject({ status: 409, error: 'appointment_begun' })
      const moved = await answer(later, anna, id, 'reschedule', { selected_date: plus(slot.start_time, 1) })
      expect(moved.body.error).toBe('appointment_begun')
    } finally {
      await later.close()
    }
  })
})

it('a booking is seen by its two parties alone', async () => {
  const { id } = await pendingBooking(w, grace, okello)
  for (const [person, status] of [
    [grace, 200],
    [okello, 200],
    [joan, 404],
    [await expert(w), 404],
  ] as const)
    expect((await seeBooking(w, person, id)).status).toBe(status)
})

it('who did what to a booking stands in the audit log', async () => {
  const { id, slot } = await appointment(w, grace, okello)
  await answer(w, okello, id, 'reschedule', { selected_date: plus(slot.start_time, 0.5) })
  await cancel(w, grace, id)
  const rows = await w.app.db
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
