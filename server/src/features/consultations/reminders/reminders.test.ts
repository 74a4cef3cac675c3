import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { fetchNotifications } from '../../../testing/features/community.ts'
import {
  answerBooking,
  cancelBooking,
  createAppointment,
  createPendingBooking,
  hoursFromNow,
} from '../../../testing/features/consultations.ts'
import { hours, minutes, retryJobs, runReminders } from '../../../testing/features/reminders.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let amina: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
})
beforeEach(async () => {
  amina = await signUpFarmer(server)
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

// The clock moves by days, so the user has to sign in again.
const currentNotifications = async ({ email }: TestUser) =>
  (await fetchNotifications(server, await signIn(server, email))).results
const countReminders = async (person: TestUser) =>
  (await currentNotifications(person)).filter(({ type }) => type === 'booking_reminder').length
const countEmails = async (person: TestUser) =>
  (await server.emailsTo(person.email)).filter(({ subject }) => /^(Reminder|Soon): /.test(subject ?? '')).length
/** Returns the number of reminders of each party, and checks that notifications and emails agree. */
async function countReminded() {
  const counts = [
    await countReminders(amina),
    await countEmails(amina),
    await countReminders(okello),
    await countEmails(okello),
  ]
  expect(new Set(counts).size).toBe(1)
  return counts[0]
}

describe('a reminder', () => {
  it('goes to both parties the day before and the hour before, once each, however often the job runs', async () => {
    await createAppointment(server, amina, okello, hoursFromNow(server, 30))
    await runReminders(server)
    expect(await countReminded()).toBe(0)
    server.clock.advance(hours(6) + minutes(1))
    await runReminders(server)
    await runReminders(server)
    expect(await countReminded()).toBe(1)
    server.clock.advance(hours(22))
    await runReminders(server)
    expect(await countReminded()).toBe(1)
    server.clock.advance(hours(1))
    await runReminders(server)
    await runReminders(server)
    expect(await countReminded()).toBe(2)
    server.clock.advance(hours(1))
    await runReminders(server)
    expect(await countReminded()).toBe(2)
    const [last] = await currentNotifications(amina)
    expect(last?.message).toMatch(new RegExp(`^Your appointment with ${okello.username} is .* EAT\\.$`))
  })

  it('of the day before is skipped if the appointment was approved later than that', async () => {
    await createAppointment(server, amina, okello, hoursFromNow(server, 5))
    await runReminders(server)
    expect(await countReminded()).toBe(0)
    server.clock.advance(hours(4) + minutes(1))
    await runReminders(server)
    expect(await countReminded()).toBe(1)
  })

  it('is skipped for an appointment approved within its last hour', async () => {
    await createAppointment(server, amina, okello, hoursFromNow(server, 50 / 60))
    server.clock.advance(minutes(1))
    await runReminders(server)
    expect(await countReminded()).toBe(0)
  })

  it('is not sent for a pending, cancelled or past booking', async () => {
    await createPendingBooking(server, amina, okello, hoursFromNow(server, 24))
    const cancelled = await createAppointment(server, amina, okello, hoursFromNow(server, 30))
    await cancelBooking(server, okello, cancelled.id)
    server.clock.advance(hours(6) + minutes(2))
    await runReminders(server)
    server.clock.advance(hours(23))
    await runReminders(server)
    server.clock.advance(hours(2))
    await runReminders(server)
    expect(await countReminded()).toBe(0)
  })

  it('follows the new time of a rescheduled appointment', async () => {
    const booking = await createAppointment(server, amina, okello, hoursFromNow(server, 26))
    server.clock.advance(hours(2) + minutes(1))
    await runReminders(server)
    expect(await countReminded()).toBe(1)
    const later = new Date(new Date(booking.slot.start_time).getTime() + hours(1)).toISOString()
    await answerBooking(server, await signIn(server, okello.email), booking.id, 'reschedule', { selected_date: later })
    server.clock.advance(hours(2))
    await runReminders(server)
    expect(await countReminded()).toBe(2)
    server.clock.advance(hours(21))
    await runReminders(server)
    expect(await countReminded()).toBe(2)
    server.clock.advance(hours(1))
    await runReminders(server)
    expect(await countReminded()).toBe(3)
  })

  it('is not sent if an outage delayed it too long', async () => {
    await createAppointment(server, amina, okello, hoursFromNow(server, 30))
    server.clock.advance(hours(6) + hours(3) + minutes(2))
    await runReminders(server)
    expect(await countReminded()).toBe(0)
    server.clock.advance(hours(20) + minutes(30))
    await runReminders(server)
    expect(await countReminded()).toBe(0)
  })

  it('is still sent if it is a little late', async () => {
    await createAppointment(server, amina, okello, hoursFromNow(server, 30))
    server.clock.advance(hours(8))
    await runReminders(server)
    server.clock.advance(hours(21) + minutes(20))
    await runReminders(server)
    expect(await countReminded()).toBe(2)
  })
})

describe('a worker that crashes while sending', () => {
  it('has sent nothing, and the next one sends each reminder once', async () => {
    await createAppointment(server, amina, okello, hoursFromNow(server, 30))
    server.clock.advance(hours(6) + minutes(1))
    await withTransaction(server.app, tx => enqueue(tx, 'remind_of_appointments', {}))
    // The job has marked the reminder as sent when it waits for the locked notifications table; it is killed there.
    const holder = await server.app.pool.connect()
    await holder.query('begin; lock table notifications in share row exclusive mode')
    const dying = server.runJobs()
    await killWaitingBackend()
    await dying
    await holder.query('rollback')
    holder.release()
    expect(await countReminded()).toBe(0)
    await retryJobs(server)
    await runReminders(server)
    expect(await countReminded()).toBe(1)
  })

  it('does not block another worker, and two workers send nothing twice', async () => {
    const farmers = [amina, await signUpFarmer(server), await signUpFarmer(server)]
    for (const [place, each] of farmers.entries())
      await createAppointment(server, each, okello, hoursFromNow(server, 30 + 5 * place))
    server.clock.advance(hours(6) + minutes(1))
    for (const round of [0, 1, 2]) {
      if (round > 0) server.clock.advance(hours(5))
      for (let job = 0; job < 6; job++)
        await withTransaction(server.app, tx => enqueue(tx, 'remind_of_appointments', {}))
      await Promise.all([server.runJobs(), server.runJobs(), server.runJobs()])
    }
    for (const each of farmers) expect([await countReminders(each), await countEmails(each)]).toEqual([1, 1])
    expect([await countReminders(okello), await countEmails(okello)]).toEqual([3, 3])
  })
})

/** Terminates the connection that waits for the locked table, as a crash of its process would. */
async function killWaitingBackend(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ killed: boolean }>`
      select pg_terminate_backend(pid) as killed from pg_locks
      where not granted and relation = 'notifications'::regclass`.execute(server.app.db)
    if (rows.length > 0) return
  }
}
