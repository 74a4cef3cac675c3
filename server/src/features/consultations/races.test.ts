// @slow
import type { Booking, Slot } from '@kutu/contract/consultations/consultations'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchNotifications } from '../../testing/features/community.ts'
import {
  answerBooking,
  bookSlot,
  cancelBooking,
  createAppointment,
  createFreeSlot,
  createPendingBooking,
  endSlot,
  getBooking,
  getSlot,
  hour,
  hoursFromNow,
  offerSlot,
  withdrawBooking,
} from '../../testing/features/consultations.ts'
import { startTestServer, type TestResponse, type TestServer } from '../../testing/server/test-server.ts'
import { createSeveral, signUpExpert, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'

let server: TestServer
let farmers: TestUser[]
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  farmers = await createSeveral(10, () => signUpFarmer(server))
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

const farmerAt = (at: number) => farmers[at % farmers.length] ?? okello
const outcomes = (answers: TestResponse[]) => answers.map(({ status, body }) => body?.error ?? status).sort()
const runConcurrently = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))
const rounds = Array.from({ length: 10 }, (_, at) => at)

describe('of simultaneous requests', () => {
  it('50 bookings of one slot make one booking, and every other farmer gets slot_taken', async () => {
    for (const _ of rounds.slice(0, 4)) {
      const slot = await createFreeSlot(server, okello)
      const answers = await runConcurrently(50, at => bookSlot(server, farmerAt(at), slot.id))
      expect(outcomes(answers)).toEqual([201, ...Array(49).fill('slot_taken')])
      const live = await server.app.db.selectFrom('bookings').select('id').where('slot_id', '=', slot.id).execute()
      expect(live).toEqual([{ id: answers.find(({ status }) => status === 201)?.body.id }])
    }
  })

  it('50 approvals of one booking at different times make one appointment, and the farmer is notified once', async () => {
    const { id, slot } = await createPendingBooking(server, farmerAt(0), okello)
    const at = (minutes: number) => new Date(Date.parse(slot.start_time) + minutes * 60_000).toISOString()
    const answers = await runConcurrently(50, i =>
      answerBooking(server, okello, id, 'approve', { selected_date: at(i) }),
    )
    expect(outcomes(answers)).toEqual([200, ...Array(49).fill('already_decided')])
    const won = answers.find(({ status }) => status === 200)?.body
    expect((await getBooking(server, farmerAt(0), id)).body.selected_date).toBe(won.selected_date)
    const notifications = (await fetchNotifications(server, farmerAt(0))).results.filter(
      ({ subject }) => subject?.id === id,
    )
    expect(notifications.map(({ type }) => type)).toEqual(['booking_approved'])
  })

  it('50 overlapping slots of one expert make one slot', async () => {
    for (const round of rounds.slice(0, 4)) {
      const anna = await signUpExpert(server)
      const begin = hoursFromNow(server, 3000 + 10 * round).getTime()
      const at = (minutes: number) => new Date(begin + minutes * 60_000).toISOString()
      const answers = await runConcurrently(50, i => offerSlot(server, anna, at(i), at(i + 60)))
      expect(outcomes(answers)).toEqual([201, ...Array(49).fill('slot_overlaps')])
    }
  })

  it('several experts approving one farmer for the same hour, one succeeds', async () => {
    const experts = await createSeveral(6, () => signUpExpert(server))
    for (const round of rounds.slice(0, 5)) {
      const begin = hoursFromNow(server, 4000 + 10 * round)
      const made: Booking[] = []
      for (const each of experts) made.push(await createPendingBooking(server, farmerAt(round), each, begin))
      const answers = await runConcurrently(6, i =>
        answerBooking(server, experts[i] ?? okello, made[i]?.id ?? '', 'approve', {
          selected_date: begin.toISOString(),
        }),
      )
      expect(outcomes(answers)).toEqual([200, ...Array(5).fill('farmer_busy')])
    }
  })
})

describe('two conflicting requests', () => {
  it('to answer and to withdraw a booking: one of them gets already_decided', async () => {
    for (const round of rounds) {
      const { id, slot } = await createPendingBooking(server, farmerAt(round), okello)
      const action = round % 2 ? 'approve' : 'reject'
      const [withdrawn, response] = await Promise.all([
        withdrawBooking(server, farmerAt(round), id),
        answerBooking(server, okello, id, action, { selected_date: slot.start_time }),
      ])
      expect([[204, 409].join(), [409, 200].join()]).toContain([withdrawn.status, response.status].join())
      const isApproved = response.status === 200 && action === 'approve'
      expect((await getSlot(server, okello, slot.id)).body.is_booked).toBe(isApproved)
    }
  })

  it('to book and to deactivate a slot: it becomes booked or inactive, never both', async () => {
    for (const round of rounds) {
      const slot = await createFreeSlot(server, okello)
      const [booked, ended] = await Promise.all([
        bookSlot(server, farmerAt(round), slot.id),
        endSlot(server, okello, slot.id),
      ])
      expect([[201, 'slot_booked'].join(), ['slot_inactive', 200].join()]).toContain(
        [booked.body.error ?? booked.status, ended.body.error ?? ended.status].join(),
      )
    }
  })

  it('to cancel an appointment from both sides while others book its slot: it is cancelled once and booked once', async () => {
    for (const round of rounds) {
      const { id, slot } = await createAppointment(server, farmerAt(round), okello)
      const answers = await Promise.all([
        cancelBooking(server, farmerAt(round), id),
        cancelBooking(server, okello, id),
        ...[1, 2, 3].map(more => bookSlot(server, farmerAt(round + more), slot.id)),
      ])
      expect(outcomes(answers.slice(0, 2))).toEqual([200, 'already_decided'])
      const won = answers.slice(2).filter(({ status }) => status === 201)
      expect(won.length).toBeLessThanOrEqual(1)
      for (const { status, body } of answers.slice(2)) expect([201, 'slot_taken']).toContain(body.error ?? status)
      expect((await getSlot(server, okello, slot.id)).body.is_booked).toBe(won.length === 1)
    }
  })

  it('to reschedule and to cancel an appointment: it ends cancelled', async () => {
    for (const round of rounds) {
      const { id, slot } = await createAppointment(server, farmerAt(round), okello)
      const selected_date = new Date(Date.parse(slot.start_time) + hour).toISOString()
      const [cancelled, moved] = await Promise.all([
        cancelBooking(server, farmerAt(round), id),
        answerBooking(server, okello, id, 'reschedule', { selected_date }),
      ])
      // The slower request is rejected; a farmer who lost against a reschedule may cancel again.
      if (cancelled.status !== 200)
        expect([moved.status, (await cancelBooking(server, farmerAt(round), id)).status]).toEqual([200, 200])
      expect((await getBooking(server, okello, id)).body.ended).toBe('cancelled')
    }
  })
})

it('many farmers and many slots of one expert cause no deadlock', async () => {
  const slots: Slot[] = []
  for (let i = 0; i < 12; i++) slots.push(await createFreeSlot(server, okello))
  const made = await runConcurrently(12, at => bookSlot(server, farmerAt(at), slots[at]?.id ?? ''))
  expect(outcomes(made)).toEqual(Array(12).fill(201))
  const answers = await runConcurrently(24, at => {
    const { id = '', slot } = made[at % 12]?.body ?? {}
    return at < 12
      ? answerBooking(server, okello, id, 'approve', { selected_date: slot.start_time })
      : withdrawBooking(server, farmerAt(at % 12), id)
  })
  for (const { status } of answers) expect([200, 204, 409]).toContain(status)
  const { rows } = await sql`
    select from bookings b join availability_slots s on s.id = b.slot_id
    where b.is_live <> coalesce(s.live_booking_id = b.id, false)`.execute(server.app.db)
  expect(rows).toEqual([])
})

it('a slot offered over two slots that are being booked is rejected without a deadlock', async () => {
  const [farmerAt, other] = [await createFreeSlot(server, okello), await createFreeSlot(server, okello)]
  const before = await deadlocks()
  for (const _ of rounds) {
    const [first, second, ...offers] = await Promise.all([
      bookSlot(server, farmers[0] ?? okello, farmerAt.id),
      bookSlot(server, farmers[1] ?? okello, other.id),
      ...[0, 1].map(() => offerSlot(server, okello, farmerAt.start_time, other.end_time)),
    ])
    expect(outcomes([first, second, ...offers])).toEqual([201, 201, 'slot_overlaps', 'slot_overlaps'])
    const offered = [0, 1].map(() => offerSlot(server, okello, farmerAt.start_time, other.end_time))
    await Promise.all([
      withdrawBooking(server, farmers[0] ?? okello, first.body.id),
      withdrawBooking(server, farmers[1] ?? okello, second.body.id),
      ...offered,
    ])
  }
  expect(await deadlocks()).toBe(before)
})

async function deadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(server.app.db)
  return Number(rows[0]?.deadlocks)
}
