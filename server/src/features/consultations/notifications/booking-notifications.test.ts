import ICAL from 'ical.js'
import type { Email } from 'postal-mime'
import { convertIcsCalendar } from 'ts-ics'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { formatZonedDateTime, toZonedDateTime } from '../../../platform/i18n/zoned-date-time.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { fetchNotifications } from '../../../testing/features/community.ts'
import {
  answerBooking,
  cancelBooking,
  createAppointment,
  createPendingBooking,
  hoursFromNow,
} from '../../../testing/features/consultations.ts'
import { hours, minutes } from '../../../testing/features/reminders.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let amina: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({
    expertApproval: 'auto',
    publicUrl: 'https://kutu.example.org',
    appUrl: 'https://app.kutu.example.org',
    mailFrom: 'Kutu <post@kutu.example.org>',
  })
})
beforeEach(async () => {
  amina = await signUpFarmer(server)
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

const formatTime = (at: string | null, language: 'en' | 'sw' | 'lg' = 'en') =>
  formatZonedDateTime(language, toZonedDateTime(new Date(at ?? ''), 'Africa/Nairobi', server.clock.now()))
const notificationTypes = async (person: TestUser) =>
  (await fetchNotifications(server, person)).results.map(({ type }) => type)
const lastEmail = async (person: TestUser) => (await server.emailsTo(person.email)).at(-1)
/** Returns the subjects of a user's emails, without the sign-up email. */
const emailSubjects = async (person: TestUser) =>
  (await server.emailsTo(person.email)).slice(1).map(({ subject }) => subject)

/** An email carries the file twice: as an event for the mail program and as an attachment. */
const getFiles = (email: Email | undefined) =>
  (email?.attachments ?? []).map(({ content }) =>
    typeof content === 'string' ? content : new TextDecoder().decode(content),
  )

/** Parses the calendar file of an email with two independent libraries. */
function readCalendar(email: Email | undefined) {
  const [file] = getFiles(email)
  if (file === undefined) return undefined
  const calendar = new ICAL.Component(ICAL.parse(file))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  const { method, events } = convertIcsCalendar(undefined, file)
  const one = {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
  }
  const [other] = events ?? []
  expect({
    method,
    uid: other?.uid,
    sequence: other?.sequence ?? 0,
    start: other?.start.date.toISOString(),
    end: other?.end?.date.toISOString(),
  }).toEqual(one)
  return one
}

describe('a booking', () => {
  it('notifies the expert in the app and by email, with the time and its zone', async () => {
    const booking = await createPendingBooking(server, amina, okello, hoursFromNow(server, 48))
    const when = formatTime(booking.slot.start_time)
    expect(when).toMatch(/^\w{3} \d{1,2} \w{3}( \d{4})?, \d\d:\d\d EAT$/)
    const [notification] = (await fetchNotifications(server, okello)).results
    expect(notification?.message).toBe(`${amina.username} booked your slot of ${when}. Approve or cancel the booking.`)
    expect(notification?.subject).toEqual({ type: 'booking', id: booking.id })
    const email = await lastEmail(okello)
    expect(email?.subject).toBe(`${amina.username} booked your slot of ${when}`)
    expect(email?.text).toContain('https://app.kutu.example.org/account/addresses/bookings')
    expect(readCalendar(email)).toBeUndefined()
    expect(await notificationTypes(amina)).toEqual([])
  })

  it('that is approved reaches the farmer with its time, contact and calendar file, and the expert’s calendar', async () => {
    const booking = await createAppointment(server, amina, okello, hoursFromNow(server, 48))
    const when = formatTime(booking.selected_date)
    expect((await fetchNotifications(server, amina)).results[0]?.message).toBe(
      `${okello.username} approved your booking: ${when}.`,
    )
    const email = await lastEmail(amina)
    expect(email?.subject).toBe(`Your appointment: ${when}`)
    expect(email?.text).toContain('Phone: +254712345678')
    expect(email?.text).toContain(`/account/addresses/my-bookings/${booking.id}`)
    const start = new Date(booking.selected_date ?? '')
    const entry = {
      method: 'REQUEST',
      uid: `${booking.id}@kutu.example.org`,
      sequence: 0,
      start: start.toISOString(),
      end: new Date(start.getTime() + hours(1)).toISOString(),
    }
    expect(readCalendar(email)).toEqual(entry)
    const own = await lastEmail(okello)
    expect(own?.subject).toBe(`Your appointment with ${amina.username}: ${when}`)
    expect(readCalendar(own)).toEqual(entry)
    expect(own?.attachments.map(({ mimeType, method }) => [mimeType, method])).toContainEqual([
      'text/calendar',
      'REQUEST',
    ])
    expect(await notificationTypes(okello)).toEqual(['booking_requested'])
  })

  it('that is rescheduled and then cancelled stays the same calendar event, with a higher sequence each time', async () => {
    const booking = await createAppointment(server, amina, okello, hoursFromNow(server, 48))
    const first = readCalendar(await lastEmail(amina))
    const later = new Date(new Date(booking.slot.start_time).getTime() + minutes(90)).toISOString()
    await answerBooking(server, okello, booking.id, 'reschedule', { selected_date: later })
    expect((await fetchNotifications(server, amina)).results[0]?.message).toBe(
      `${okello.username} moved your appointment to ${formatTime(later)}.`,
    )
    const moved = readCalendar(await lastEmail(amina))
    expect(moved).toMatchObject({ method: 'REQUEST', uid: first?.uid, sequence: 1, start: later })
    expect(readCalendar(await lastEmail(okello))).toEqual(moved)
    await cancelBooking(server, amina, booking.id, 'It rained.')
    const notification = (await fetchNotifications(server, okello)).results[0]
    expect(notification?.message).toBe(
      `${amina.username} cancelled the appointment of ${formatTime(later)}. The reason: It rained.`,
    )
    const cancelled = readCalendar(await lastEmail(okello))
    expect(cancelled).toEqual({ ...moved, method: 'CANCEL', sequence: 2 })
    const own = await lastEmail(amina)
    expect(own?.subject).toBe(`You cancelled the appointment of ${formatTime(later)}`)
    expect(readCalendar(own)).toEqual(cancelled)
    expect(await notificationTypes(amina)).not.toContain('booking_cancelled')
  })

  it('cancelled by the expert notifies the farmer', async () => {
    const booking = await createAppointment(server, amina, okello, hoursFromNow(server, 48))
    await cancelBooking(server, okello, booking.id)
    expect((await fetchNotifications(server, amina)).results[0]?.message).toBe(
      `${okello.username} cancelled the appointment of ${formatTime(booking.selected_date)}.`,
    )
    expect(readCalendar(await lastEmail(amina))).toMatchObject({ method: 'CANCEL', sequence: 1 })
  })

  it('withdrawn while pending sends no calendar file', async () => {
    const booking = await createPendingBooking(server, amina, okello, hoursFromNow(server, 48))
    await server.request('DELETE /api/consultations/consultations/{id}/', {
      token: amina.token,
      params: { id: booking.id },
    })
    expect((await fetchNotifications(server, okello)).results[0]?.message).toContain('cancelled the booking of')
    // The unread request is withdrawn, because there is nothing left to answer.
    expect(await notificationTypes(okello)).toEqual(['booking_cancelled'])
    const email = await lastEmail(okello)
    expect(email?.subject).toBe(`Cancelled: ${formatTime(booking.slot.start_time)}`)
    expect(email?.text).not.toContain('calendar')
    expect(readCalendar(email)).toBeUndefined()
    expect(await emailSubjects(amina)).toEqual([])
  })

  it('that expires without an answer notifies the farmer only', async () => {
    const booking = await createPendingBooking(server, amina, okello, hoursFromNow(server, 1))
    const when = formatTime(booking.slot.start_time)
    server.clock.advance(hours(5) + minutes(2))
    await withTransaction(server.app, tx => enqueue(tx, 'expire_slots', {}))
    await server.runJobs()
    const [notification] = (await fetchNotifications(server, await signIn(server, amina.email))).results
    expect(notification?.message).toBe(`Your booking of ${when} was not answered in time. Book another slot.`)
    expect((await lastEmail(amina))?.subject).toBe(`Your booking of ${when} was not answered`)
    expect(await notificationTypes(await signIn(server, okello.email))).toEqual([])
  })

  it('that is rejected notifies the farmer with the reason', async () => {
    const booking = await createPendingBooking(server, amina, okello, hoursFromNow(server, 48))
    await answerBooking(server, okello, booking.id, 'reject', { selected_date: '', reason: 'I am in the field.' })
    const when = formatTime(booking.slot.start_time)
    expect((await fetchNotifications(server, amina)).results[0]?.message).toBe(
      `${okello.username} could not take your booking of ${when}. The reason: I am in the field.`,
    )
    expect((await lastEmail(amina))?.text).toContain('The reason: I am in the field.')
  })
})

it('booking notifications use the language of the request, emails and calendar files the language of the account', async () => {
  await server.app.db.updateTable('users').set({ language: 'lg' }).where('id', '=', amina.id).execute()
  const booking = await createAppointment(server, amina, okello, hoursFromNow(server, 48))
  expect((await fetchNotifications(server, amina, 'sw')).results[0]?.message).toBe(
    `${okello.username} ameidhinisha miadi yako: ${formatTime(booking.selected_date, 'sw')}.`,
  )
  const email = await lastEmail(amina)
  expect(email?.subject).toBe(`Okusisinkana kwo: ${formatTime(booking.selected_date, 'lg')}`)
  const files = getFiles(email)
  expect(files).toHaveLength(2)
  for (const file of files) expect(file).toContain('SUMMARY:Kutu: okusisinkana ne')
})
