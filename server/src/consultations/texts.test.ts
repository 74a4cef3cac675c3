import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { write } from '../db/write.ts'
import { expert, farmer, type Person } from '../testing/people.ts'
import { hours, minutes, remindNow, retryJobs } from '../testing/reminders.ts'
import { answer, appointment, cancel, inHours } from '../testing/slots.ts'
import { textGateway } from '../testing/text-gateway.ts'
import { type World, world } from '../testing/world.ts'
import { queueText } from './texts.ts'

let gateway: Awaited<ReturnType<typeof textGateway>>
let w: World
let amina: Person
let okello: Person
beforeAll(async () => {
  gateway = await textGateway()
  w = await world({ expertApproval: 'auto', sms: gateway.sms })
})
beforeEach(async () => {
  amina = await farmer(w)
  okello = await expert(w)
  gateway.answers(101)
  gateway.taken.length = 0
  gateway.asked.length = 0
})
afterAll(async () => {
  await w.close()
  await gateway.close()
})

const farmersNumber = '+256772123456'
const expertsNumber = '+254712345678'
const waiting = async () => {
  const { rows } = await sql<{ count: string }>`
    select count(*) from graphile_worker.jobs where task_identifier = 'text_about_booking'`.execute(w.app.db)
  return Number(rows[0]?.count)
}

describe('a text message', () => {
  it('tells the farmer of the approval, and both of the reminders', async () => {
    await appointment(w, amina, okello, inHours(w, 30))
    await w.runJobs()
    expect(gateway.taken).toHaveLength(1)
    expect(gateway.taken[0]?.to).toBe(farmersNumber)
    expect(gateway.taken[0]?.text).toMatch(/^Kutu: expert\d+ approved your booking\. Your appointment: .* EAT\.$/)
    w.clock.advance(hours(6) + minutes(1))
    await remindNow(w)
    w.clock.advance(hours(23))
    await remindNow(w)
    expect(gateway.taken.map(({ to }) => to).sort()).toEqual([
      expertsNumber,
      expertsNumber,
      farmersNumber,
      farmersNumber,
      farmersNumber,
    ])
    expect(gateway.taken.at(-1)?.text).toMatch(/^Kutu: soon, your appointment with/)
  })

  it('that the gateway did not take is tried again until it does, and then never more', async () => {
    gateway.answers(503)
    const booking = await appointment(w, amina, okello, inHours(w, 30))
    await w.runJobs()
    expect([gateway.asked.length, gateway.taken.length, await waiting()]).toEqual([1, 0, 1])
    await retryJobs(w)
    gateway.answers(101)
    await retryJobs(w)
    expect([gateway.asked.length, gateway.taken.length, await waiting()]).toEqual([3, 1, 0])
    const starts = new Date(booking.selected_date ?? '')
    const again = { booking: booking.id, side: 'farmer', kind: 'approved', starts } as const
    await write(w.app, tx => queueText(tx, again))
    await write(w.app, tx => queueText(tx, again))
    await Promise.all([w.runJobs(), w.runJobs()])
    expect(gateway.asked).toHaveLength(3)
  })

  it('that is refused for good is not tried again, and the reason is kept', async () => {
    gateway.answers(406)
    const booking = await appointment(w, amina, okello, inHours(w, 30))
    await w.runJobs()
    await retryJobs(w)
    expect([gateway.asked.length, await waiting()]).toEqual([1, 0])
    const rows = await w.app.db
      .selectFrom('settled_texts')
      .select(['kind', 'refused'])
      .where('booking_id', '=', booking.id)
      .execute()
    expect(rows).toEqual([{ kind: 'approved', refused: 'UserInBlacklist' }])
  })

  it('that comes too late is not sent: the appointment was cancelled, moved or has begun', async () => {
    gateway.answers(503)
    await cancel(w, amina, (await appointment(w, amina, okello, inHours(w, 30))).id)
    await appointment(w, await farmer(w), okello, inHours(w, 40))
    const moved = await appointment(w, await farmer(w), okello, inHours(w, 60))
    await w.runJobs()
    const later = new Date(new Date(moved.slot.start_time).getTime() + hours(1)).toISOString()
    await answer(w, okello, moved.id, 'reschedule', { selected_date: later })
    w.clock.advance(hours(41))
    gateway.answers(101)
    await retryJobs(w)
    // Only the moved one is still to come, and only its new time is told.
    expect(gateway.taken).toHaveLength(1)
    expect(await waiting()).toBe(0)
  })

  it('is not for who has no number', async () => {
    await w.app.db.updateTable('users').set({ phone_number: null }).where('id', '=', amina.id).execute()
    await appointment(w, amina, okello, inHours(w, 30))
    await w.runJobs()
    expect(gateway.asked).toEqual([])
  })
})
