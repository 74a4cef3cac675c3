import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { write } from '../db/write.ts'
import { enqueue } from '../jobs/jobs.ts'
import { newsOf } from '../testing/board.ts'
import { expert, farmer, type Person, signIn } from '../testing/people.ts'
import { hours, minutes, remindNow, retryJobs } from '../testing/reminders.ts'
import { answer, appointment, cancel, inHours, pendingBooking } from '../testing/slots.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let amina: Person
let okello: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
})
beforeEach(async () => {
  amina = await farmer(w)
  okello = await expert(w)
})
afterAll(() => w.close())

// The test's clock moves for days, so whoever looks signs in anew.
const newsNow = async ({ email }: Person) => (await newsOf(w, await signIn(w, email))).results
const reminders = async (person: Person) =>
  (await newsNow(person)).filter(({ type }) => type === 'booking_reminder').length
const letters = async (person: Person) =>
  (await w.lettersTo(person.email)).filter(({ subject }) => /^(Reminder|Soon): /.test(subject ?? '')).length
/** How often each of the two was reminded: on screen and by letter, which must agree. */
async function reminded() {
  const counts = [await reminders(amina), await letters(amina), await reminders(okello), await letters(okello)]
  expect(new Set(counts).size).toBe(1)
  return counts[0]
}

describe('a reminder', () => {
  it('goes to both the day before and the hour before, once each, however often the job runs', async () => {
    await appointment(w, amina, okello, inHours(w, 30))
    await remindNow(w)
    expect(await reminded()).toBe(0)
    w.clock.advance(hours(6) + minutes(1))
    await remindNow(w)
    await remindNow(w)
    expect(await reminded()).toBe(1)
    w.clock.advance(hours(22))
    await remindNow(w)
    expect(await reminded()).toBe(1)
    w.clock.advance(hours(1))
    await remindNow(w)
    await remindNow(w)
    expect(await reminded()).toBe(2)
    w.clock.advance(hours(1))
    await remindNow(w)
    expect(await reminded()).toBe(2)
    const [last] = await newsNow(amina)
    expect(last?.message).toMatch(new RegExp(`^Your appointment with ${okello.username} is .* EAT\\.$`))
  })

  it('of the day before is left out where the appointment was approved later than that', async () => {
    await appointment(w, amina, okello, inHours(w, 5))
    await remindNow(w)
    expect(await reminded()).toBe(0)
    w.clock.advance(hours(4) + minutes(1))
    await remindNow(w)
    expect(await reminded()).toBe(1)
  })

  it('is left out altogether for an appointment approved within its last hour', async () => {
    await appointment(w, amina, okello, inHours(w, 50 / 60))
    w.clock.advance(minutes(1))
    await remindNow(w)
    expect(await reminded()).toBe(0)
  })

  it('is not sent for what is pending, cancelled or over', async () => {
    await pendingBooking(w, amina, okello, inHours(w, 24))
    const cancelled = await appointment(w, amina, okello, inHours(w, 30))
    await cancel(w, okello, cancelled.id)
    w.clock.advance(hours(6) + minutes(2))
    await remindNow(w)
    w.clock.advance(hours(23))
    await remindNow(w)
    w.clock.advance(hours(2))
    await remindNow(w)
    expect(await reminded()).toBe(0)
  })

  it('goes by the new time of an appointment that was moved', async () => {
    const booking = await appointment(w, amina, okello, inHours(w, 26))
    w.clock.advance(hours(2) + minutes(1))
    await remindNow(w)
    expect(await reminded()).toBe(1)
    const later = new Date(new Date(booking.slot.start_time).getTime() + hours(1)).toISOString()
    await answer(w, await signIn(w, okello.email), booking.id, 'reschedule', { selected_date: later })
    w.clock.advance(hours(2))
    await remindNow(w)
    expect(await reminded()).toBe(2)
    w.clock.advance(hours(21))
    await remindNow(w)
    expect(await reminded()).toBe(2)
    w.clock.advance(hours(1))
    await remindNow(w)
    expect(await reminded()).toBe(3)
  })

  it('that an outage held up too long is not sent as if it were on time', async () => {
    await appointment(w, amina, okello, inHours(w, 30))
    w.clock.advance(hours(6) + hours(3) + minutes(2))
    await remindNow(w)
    expect(await reminded()).toBe(0)
    w.clock.advance(hours(20) + minutes(30))
    await remindNow(w)
    expect(await reminded()).toBe(0)
  })

  it('that is a little late still goes out', async () => {
    await appointment(w, amina, okello, inHours(w, 30))
    w.clock.advance(hours(8))
    await remindNow(w)
    w.clock.advance(hours(21) + minutes(20))
    await remindNow(w)
    expect(await reminded()).toBe(2)
  })
})

describe('a worker that dies in the middle', () => {
  it('has sent nothing, and the next one sends each reminder once', async () => {
    await appointment(w, amina, okello, inHours(w, 30))
    w.clock.advance(hours(6) + minutes(1))
    await write(w.app, tx => enqueue(tx, 'remind_of_appointments', {}))
    // The reminder is marked as sent already when it comes to the notifications, which are held; there it is killed.
    await w.app.db.transaction().execute(async holder => {
      await sql`lock table notifications in share row exclusive mode`.execute(holder)
      const dying = w.runJobs()
      await killWhoWaits()
      await dying
    })
    expect(await reminded()).toBe(0)
    await retryJobs(w)
    await remindNow(w)
    expect(await reminded()).toBe(1)
  })

  it('does not keep another from its part, and two at once send nothing twice', async () => {
    const farmers = [amina, await farmer(w), await farmer(w)]
    for (const [place, each] of farmers.entries()) await appointment(w, each, okello, inHours(w, 30 + 5 * place))
    w.clock.advance(hours(6) + minutes(1))
    for (const round of [0, 1, 2]) {
      if (round > 0) w.clock.advance(hours(5))
      for (let job = 0; job < 6; job++) await write(w.app, tx => enqueue(tx, 'remind_of_appointments', {}))
      await Promise.all([w.runJobs(), w.runJobs(), w.runJobs()])
    }
    for (const each of farmers) expect([await reminders(each), await letters(each)]).toEqual([1, 1])
    expect([await reminders(okello), await letters(okello)]).toEqual([3, 3])
  })
})

/** Ends the connection that waits for the held table, as a kill of its process would. */
async function killWhoWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ killed: boolean }>`
      select pg_terminate_backend(pid) as killed from pg_locks
      where not granted and relation = 'notifications'::regclass`.execute(w.app.db)
    if (rows.length > 0) return
  }
}
