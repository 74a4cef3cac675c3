import type { Slot } from '@kutu/contract/consultations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newsOf } from '../testing/board.ts'
import { expert, farmer, type Person, signIn } from '../testing/people.ts'
import { appointment, book, freeSlot, hour, inHours, pendingBooking, seeBooking, seeSlot } from '../testing/slots.ts'
import { type World, world } from '../testing/world.ts'
import { settleSlots } from './settle.ts'

let w: World
let grace: Person
let okello: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
})
afterAll(() => w.close())

/** Sign-ins do not outlast hours: both come again. */
async function passTo(time: string, more = 0): Promise<void> {
  w.clock.advance(Date.parse(time) + more - w.clock.now().getTime())
  grace = await signIn(w, grace.email)
  okello = await signIn(w, okello.email)
}

describe('when its time is over', () => {
  beforeAll(async () => {
    grace = await farmer(w)
    okello = await expert(w)
  })

  it('a booking that nobody answered expires, its farmer is told, and the slot is inactive', async () => {
    const { id, slot } = await pendingBooking(w, grace, okello)
    await passTo(slot.start_time, hour)
    await settleSlots(w.app)
    expect((await seeBooking(w, grace, id)).body.status).toBe('pending')
    await passTo(slot.end_time)
    await settleSlots(w.app)
    expect((await seeBooking(w, grace, id)).body).toMatchObject({
      status: 'rejected',
      ended: 'expired',
      ended_by: null,
      slot: { is_active: false, is_booked: false, state: 'past' },
    })
    expect((await newsOf(w, grace)).results[0]).toMatchObject({ type: 'booking_expired', subject: { id } })
    const stored = await w.app.db
      .selectFrom('availability_slots')
      .select(['is_active', 'closed_by'])
      .where('id', '=', slot.id)
      .executeTakeFirst()
    expect(stored).toEqual({ is_active: false, closed_by: 'time' })
  })

  it('an approved booking stays approved, and its slot inactive and booked', async () => {
    const { id, slot } = await appointment(w, grace, okello)
    await passTo(slot.end_time)
    // Before the job has come round, too.
    expect((await seeSlot(w, okello, slot.id)).body).toMatchObject({ is_active: false, is_booked: true })
    await settleSlots(w.app)
    expect((await seeBooking(w, okello, id)).body).toMatchObject({
      status: 'approved',
      slot: { is_active: false, is_booked: true, state: 'booked' },
    })
  })

  it('more than one batch of slots is settled, once, by several processes at once', async () => {
    const slots: Slot[] = []
    for (let i = 0; i < 120; i++) slots.push(await freeSlot(w, okello, inHours(w, 24 + 3 * i)))
    for (const { id } of slots) expect((await book(w, grace, id)).status).toBe(201)
    await passTo(slots.at(-1)?.end_time ?? '')
    await Promise.all([1, 2, 3].map(() => settleSlots(w.app)))
    await settleSlots(w.app)
    const expired = await w.app.db
      .selectFrom('audit_log')
      .select('subject_id')
      .where('action', '=', 'booking.expired')
      .where('at', '>=', w.clock.now())
      .execute()
    expect(new Set(expired.map(({ subject_id }) => subject_id)).size).toBe(120)
    expect(expired).toHaveLength(120)
    const left = await w.app.db.selectFrom('availability_slots').select('id').where('is_active', '=', true).execute()
    expect(left).toEqual([])
  })
})
