import type { Slot } from '@kutu/contract/consultations/consultations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchNotifications } from '../../../testing/features/community.ts'
import {
  bookSlot,
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
import { expireSlots } from './slot-expiry.ts'

let server: TestServer
let grace: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
})
afterAll(() => server.close())

/** Advances the clock and signs both users in again, because sessions expire after hours. */
async function advanceTo(time: string, more = 0): Promise<void> {
  server.clock.advance(Date.parse(time) + more - server.clock.now().getTime())
  grace = await signIn(server, grace.email)
  okello = await signIn(server, okello.email)
}

describe('after the end of a slot', () => {
  beforeAll(async () => {
    grace = await signUpFarmer(server)
    okello = await signUpExpert(server)
  })

  it('a pending booking expires, its farmer is notified, and the slot is inactive', async () => {
    const { id, slot } = await createPendingBooking(server, grace, okello)
    await advanceTo(slot.start_time, hour)
    await expireSlots(server.app)
    expect((await getBooking(server, grace, id)).body.status).toBe('pending')
    await advanceTo(slot.end_time)
    await expireSlots(server.app)
    expect((await getBooking(server, grace, id)).body).toMatchObject({
      status: 'rejected',
      ended: 'expired',
      ended_by: null,
      slot: { is_active: false, is_booked: false, state: 'past' },
    })
    expect((await fetchNotifications(server, grace)).results[0]).toMatchObject({
      type: 'booking_expired',
      subject: { id },
    })
    const stored = await server.app.db
      .selectFrom('availability_slots')
      .select(['is_active', 'closed_by'])
      .where('id', '=', slot.id)
      .executeTakeFirst()
    expect(stored).toEqual({ is_active: false, closed_by: 'time' })
  })

  it('an approved booking stays approved, and its slot is inactive and booked', async () => {
    const { id, slot } = await createAppointment(server, grace, okello)
    await advanceTo(slot.end_time)
    // This holds even before the job has run.
    expect((await getSlot(server, okello, slot.id)).body).toMatchObject({ is_active: false, is_booked: true })
    await expireSlots(server.app)
    expect((await getBooking(server, okello, id)).body).toMatchObject({
      status: 'approved',
      slot: { is_active: false, is_booked: true, state: 'booked' },
    })
  })

  it('more than one batch of slots is processed exactly once, by several processes at the same time', async () => {
    const slots: Slot[] = []
    for (let i = 0; i < 120; i++) slots.push(await createFreeSlot(server, okello, hoursFromNow(server, 24 + 3 * i)))
    for (const { id } of slots) expect((await bookSlot(server, grace, id)).status).toBe(201)
    await advanceTo(slots.at(-1)?.end_time ?? '')
    await Promise.all([1, 2, 3].map(() => expireSlots(server.app)))
    await expireSlots(server.app)
    const expired = await server.app.db
      .selectFrom('audit_log')
      .select('subject_id')
      .where('action', '=', 'booking.expired')
      .where('at', '>=', server.clock.now())
      .execute()
    expect(new Set(expired.map(({ subject_id }) => subject_id)).size).toBe(120)
    expect(expired).toHaveLength(120)
    const left = await server.app.db
      .selectFrom('availability_slots')
      .select('id')
      .where('is_active', '=', true)
      .execute()
    expect(left).toEqual([])
  })
})
