import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { startSmsGateway } from '../../../testing/fakes/sms-gateway.ts'
import {
  answerBooking,
  cancelBooking,
  createAppointment,
  hoursFromNow,
} from '../../../testing/features/consultations.ts'
import { hours, minutes, retryJobs, runReminders } from '../../../testing/features/reminders.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { enqueueBookingSms } from './booking-notifications.ts'

let gateway: Awaited<ReturnType<typeof startSmsGateway>>
let server: TestServer
let amina: TestUser
let okello: TestUser
beforeAll(async () => {
  gateway = await startSmsGateway()
  server = await startTestServer({ expertApproval: 'auto', sms: gateway.sms })
})
beforeEach(async () => {
  amina = await signUpFarmer(server)
  okello = await signUpExpert(server)
  gateway.respondWith(101)
  gateway.accepted.length = 0
  gateway.requestedNumbers.length = 0
})
afterAll(async () => {
  await server.close()
  await gateway.close()
})

const farmersNumber = '+256772123456'
const expertsNumber = '+254712345678'
const countWaitingJobs = async () => {
  const { rows } = await sql<{ count: string }>`
    select count(*) from graphile_worker.jobs where task_identifier = 'sms_about_booking'`.execute(server.app.db)
  return Number(rows[0]?.count)
}

describe('an SMS', () => {
  it('goes to the farmer on approval, and to both parties as a reminder', async () => {
    await createAppointment(server, amina, okello, hoursFromNow(server, 30))
    await server.runJobs()
    expect(gateway.accepted).toHaveLength(1)
    expect(gateway.accepted[0]?.to).toBe(farmersNumber)
    expect(gateway.accepted[0]?.text).toMatch(/^Kutu: expert\d+ confirms your appointment: .* EAT\.$/)
    server.clock.advance(hours(6) + minutes(1))
    await runReminders(server)
    server.clock.advance(hours(23))
    await runReminders(server)
    expect(gateway.accepted.map(({ to }) => to).sort()).toEqual([
      expertsNumber,
      expertsNumber,
      farmersNumber,
      farmersNumber,
      farmersNumber,
    ])
    expect(gateway.accepted.at(-1)?.text).toMatch(/^Kutu: soon, your appointment with/)
  })

  it('that the gateway did not accept is retried until it does, and then sent no more', async () => {
    gateway.respondWith(503)
    const booking = await createAppointment(server, amina, okello, hoursFromNow(server, 30))
    await server.runJobs()
    expect([gateway.requestedNumbers.length, gateway.accepted.length, await countWaitingJobs()]).toEqual([1, 0, 1])
    await retryJobs(server)
    gateway.respondWith(101)
    await retryJobs(server)
    expect([gateway.requestedNumbers.length, gateway.accepted.length, await countWaitingJobs()]).toEqual([3, 1, 0])
    const startsAt = new Date(booking.selected_date ?? '')
    const again = { booking: booking.id, side: 'farmer', kind: 'appointment', startsAt } as const
    await withTransaction(server.app, tx => enqueueBookingSms(tx, again))
    await withTransaction(server.app, tx => enqueueBookingSms(tx, again))
    await Promise.all([server.runJobs(), server.runJobs()])
    expect(gateway.requestedNumbers).toHaveLength(3)
  })

  it('that is rejected permanently is not retried, and the reason is stored', async () => {
    gateway.respondWith(406)
    const booking = await createAppointment(server, amina, okello, hoursFromNow(server, 30))
    await server.runJobs()
    await retryJobs(server)
    expect([gateway.requestedNumbers.length, await countWaitingJobs()]).toEqual([1, 0])
    const rows = await server.app.db
      .selectFrom('booking_sms')
      .select(['kind', 'refused'])
      .where('booking_id', '=', booking.id)
      .execute()
    expect(rows).toEqual([{ kind: 'appointment', refused: 'UserInBlacklist' }])
  })

  it('is not sent if the appointment was cancelled, rescheduled or has begun', async () => {
    gateway.respondWith(503)
    await cancelBooking(server, amina, (await createAppointment(server, amina, okello, hoursFromNow(server, 30))).id)
    await createAppointment(server, await signUpFarmer(server), okello, hoursFromNow(server, 40))
    const moved = await createAppointment(server, await signUpFarmer(server), okello, hoursFromNow(server, 60))
    await server.runJobs()
    const later = new Date(new Date(moved.slot.start_time).getTime() + hours(1)).toISOString()
    await answerBooking(server, okello, moved.id, 'reschedule', { selected_date: later })
    server.clock.advance(hours(41))
    gateway.respondWith(101)
    await retryJobs(server)
    // Only the rescheduled appointment is still ahead, and only its new time is sent.
    expect(gateway.accepted).toHaveLength(1)
    expect(await countWaitingJobs()).toBe(0)
  })

  it('is not sent without a phone number', async () => {
    await server.app.db.updateTable('users').set({ phone_number: null }).where('id', '=', amina.id).execute()
    await createAppointment(server, amina, okello, hoursFromNow(server, 30))
    await server.runJobs()
    expect(gateway.requestedNumbers).toEqual([])
  })
})
