import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSmsGateway } from '../../../testing/fakes/sms-gateway.ts'
import { fetchNotifications } from '../../../testing/features/community.ts'
import {
  answerBooking,
  cancelBooking,
  createAppointment,
  getBooking,
  hoursFromNow,
} from '../../../testing/features/consultations.ts'
import { hours, minutes, runReminders } from '../../../testing/features/reminders.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

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
  gateway.accepted.length = 0
})
afterAll(async () => {
  await server.close()
  await gateway.close()
})

const farmersNumber = '+256772123456'
const expertsNumber = '+254712345678'

async function turnOff({ token }: TestUser, ...channels: string[]): Promise<void> {
  const choices = channels.map(channel => ({ kind: 'bookings', channel, is_on: false }))
  expect((await server.request('PUT /api/account/notification-choices/', { token, body: { choices } })).status).toBe(
    200,
  )
}
/** Returns a user's emails, without the sign-up email. */
const emailsTo = async ({ email }: TestUser) => (await server.emailsTo(email)).slice(1)
const smsTo = (number: string) => gateway.accepted.filter(({ to }) => to === number)

async function readCalendar({ token }: TestUser, id: string) {
  const path = 'GET /api/consultations/consultations/{id}/calendar.ics'
  const { status, body } = await server.request(path, { token, params: { id } })
  expect(status).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(body))
  const { sequence, startDate } = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  return { method: calendar.getFirstPropertyValue('method'), sequence, start: startDate.toJSDate().toISOString() }
}

describe('a farmer who turned off emails and SMS about bookings', () => {
  it('gets none for an approval, a reschedule, a reminder or a cancellation, but can download each calendar file', async () => {
    await turnOff(amina, 'mail', 'text')
    const booking = await createAppointment(server, amina, okello, hoursFromNow(server, 30))
    const start = booking.slot.start_time
    expect(await readCalendar(amina, booking.id)).toEqual({ method: 'PUBLISH', sequence: 0, start })
    const later = new Date(Date.parse(start) + minutes(30)).toISOString()
    await answerBooking(server, okello, booking.id, 'reschedule', { selected_date: later })
    expect(await readCalendar(amina, booking.id)).toEqual({ method: 'PUBLISH', sequence: 1, start: later })
    await cancelBooking(server, okello, booking.id, 'I am ill.')
    expect(await readCalendar(amina, booking.id)).toEqual({ method: 'CANCEL', sequence: 2, start: later })
    expect(await emailsTo(amina)).toEqual([])
    expect(smsTo(farmersNumber)).toEqual([])
    // Notifications in the app are not affected, nor are the expert's emails.
    const types = (await fetchNotifications(server, amina)).results.map(({ type }) => type)
    expect(types).toEqual(['booking_cancelled', 'booking_rescheduled', 'booking_approved'])
    expect((await emailsTo(okello)).length).toBeGreaterThan(0)
    expect((await getBooking(server, amina, booking.id)).body.ended).toBe('cancelled')
  })

  it('gets no reminder by them, while the other side does', async () => {
    await turnOff(amina, 'mail', 'text')
    await createAppointment(server, amina, okello, hoursFromNow(server, 30))
    await server.runJobs()
    const before = (await emailsTo(okello)).length
    server.clock.advance(hours(6) + minutes(1))
    await runReminders(server)
    expect(await emailsTo(amina)).toEqual([])
    expect(smsTo(farmersNumber)).toEqual([])
    expect(await emailsTo(okello)).toHaveLength(before + 1)
    expect(smsTo(expertsNumber)).toHaveLength(1)
  })
})

it('emails and SMS can be turned off separately', async () => {
  const joan = await signUpFarmer(server)
  await turnOff(amina, 'mail')
  await turnOff(joan, 'text')
  await createAppointment(server, amina, okello, hoursFromNow(server, 30))
  await server.runJobs()
  expect([(await emailsTo(amina)).length, smsTo(farmersNumber).length]).toEqual([0, 1])
  await createAppointment(server, joan, okello, hoursFromNow(server, 40))
  await server.runJobs()
  expect([(await emailsTo(joan)).length, smsTo(farmersNumber).length]).toEqual([1, 1])
})

it('a user who turned off booking notifications in the app still gets email, SMS and calendar file', async () => {
  await turnOff(amina, 'in_app')
  const booking = await createAppointment(server, amina, okello, hoursFromNow(server, 30))
  expect(await fetchNotifications(server, amina)).toMatchObject({ count: 0, unread: 0 })
  expect(await emailsTo(amina)).toHaveLength(1)
  expect(smsTo(farmersNumber)).toHaveLength(1)
  expect(await readCalendar(amina, booking.id)).toMatchObject({ method: 'PUBLISH', start: booking.slot.start_time })
})

it('an expert who turned off emails is notified in the app and can download the calendar file', async () => {
  await turnOff(okello, 'mail', 'text')
  const booking = await createAppointment(server, amina, okello, hoursFromNow(server, 30))
  await server.runJobs()
  expect(await emailsTo(okello)).toEqual([])
  expect(smsTo(expertsNumber)).toEqual([])
  expect((await fetchNotifications(server, okello)).results.map(({ type }) => type)).toEqual(['booking_requested'])
  expect(await readCalendar(okello, booking.id)).toMatchObject({ method: 'PUBLISH', start: booking.slot.start_time })
})

it('a queued SMS is not sent if SMS is turned off meanwhile', async () => {
  await createAppointment(server, amina, okello, hoursFromNow(server, 30))
  await turnOff(amina, 'text')
  await server.runJobs()
  expect(smsTo(farmersNumber)).toEqual([])
})
