import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answerBooking,
  cancelBooking,
  createAppointment,
  createPendingBooking,
  hoursFromNow,
} from '../../../testing/features/consultations.ts'
import { minutes } from '../../../testing/features/reminders.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let amina: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  amina = await signUpFarmer(server)
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

const path = 'GET /api/consultations/consultations/{id}/calendar.ics'
const download = ({ token }: TestUser, id: string, language = 'en') =>
  server.request(path, { token, params: { id }, headers: { 'accept-language': language } })

function parseCalendar(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  const { sequence, uid, summary } = event
  const start = event.startDate.toJSDate().toISOString()
  return { method: calendar.getFirstPropertyValue('method'), sequence, uid, summary, start }
}

describe('the calendar file of an appointment', () => {
  it('can be downloaded by both sides, in the language of the request', async () => {
    const booking = await createAppointment(server, amina, okello, hoursFromNow(server, 48))
    const { status, headers, body } = await download(amina, booking.id)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="calendar.ics"')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(parseCalendar(body)).toEqual({
      method: 'PUBLISH',
      sequence: 0,
      uid: `${booking.id}@localhost`,
      summary: `Kutu: appointment with ${okello.username}`,
      start: new Date(booking.selected_date ?? '').toISOString(),
    })
    const own = parseCalendar((await download(okello, booking.id, 'sw')).body)
    expect(own).toMatchObject({ uid: `${booking.id}@localhost`, summary: `Kutu: mkutano na ${amina.username}` })
    expect((await download(amina, booking.id)).body).toBe(body)
  })

  it('has a higher sequence after each change, and the method CANCEL after a cancellation', async () => {
    const booking = await createAppointment(server, amina, okello, hoursFromNow(server, 72))
    const later = new Date(new Date(booking.slot.start_time).getTime() + minutes(30)).toISOString()
    await answerBooking(server, okello, booking.id, 'reschedule', { selected_date: later })
    expect(parseCalendar((await download(amina, booking.id)).body)).toMatchObject({ sequence: 1, start: later })
    await cancelBooking(server, amina, booking.id)
    const file: string = (await download(okello, booking.id)).body
    expect(parseCalendar(file)).toMatchObject({ method: 'CANCEL', sequence: 2 })
    expect(file).toContain('STATUS:CANCELLED')
  })

  it('is not available to other users, nor before the booking is approved', async () => {
    const booking = await createAppointment(server, amina, okello, hoursFromNow(server, 96))
    for (const other of [await signUpFarmer(server), await signUpExpert(server)])
      expect((await download(other, booking.id)).body).toMatchObject({ status: 404, error: 'not_found' })
    const pending = await createPendingBooking(server, amina, okello, hoursFromNow(server, 120))
    expect((await download(amina, pending.id)).status).toBe(404)
    expect((await server.request(path, { params: { id: booking.id } })).status).toBe(401)
    expect((await download(amina, 'x')).status).toBe(404)
  })
})
