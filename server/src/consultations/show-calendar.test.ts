import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expert, farmer, type Person } from '../testing/people.ts'
import { minutes } from '../testing/reminders.ts'
import { answer, appointment, cancel, inHours, pendingBooking } from '../testing/slots.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let amina: Person
let okello: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  amina = await farmer(w)
  okello = await expert(w)
})
afterAll(() => w.close())

const path = 'GET /api/consultations/consultations/{id}/calendar.ics'
const download = ({ token }: Person, id: string, language = 'en') =>
  w.call(path, { token, params: { id }, headers: { 'accept-language': language } })

function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  const { sequence, uid, summary } = event
  const start = event.startDate.toJSDate().toISOString()
  return { method: calendar.getFirstPropertyValue('method'), sequence, uid, summary, start }
}

describe('the calendar file of an appointment', () => {
  it('is saved by both sides as a calendar file, in the language of the request', async () => {
    const booking = await appointment(w, amina, okello, inHours(w, 48))
    const { status, headers, body } = await download(amina, booking.id)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="calendar.ics"')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(read(body)).toEqual({
      method: 'PUBLISH',
      sequence: 0,
      uid: `${booking.id}@localhost`,
      summary: `Kutu: appointment with ${okello.username}`,
      start: new Date(booking.selected_date ?? '').toISOString(),
    })
    const own = read((await download(okello, booking.id, 'sw')).body)
    expect(own).toMatchObject({ uid: `${booking.id}@localhost`, summary: `Kutu: mkutano na ${amina.username}` })
    expect((await download(amina, booking.id)).body).toBe(body)
  })

  it('is a newer one after each change, and says so when it is cancelled', async () => {
    const booking = await appointment(w, amina, okello, inHours(w, 72))
    const later = new Date(new Date(booking.slot.start_time).getTime() + minutes(30)).toISOString()
    await answer(w, okello, booking.id, 'reschedule', { selected_date: later })
    expect(read((await download(amina, booking.id)).body)).toMatchObject({ sequence: 1, start: later })
    await cancel(w, amina, booking.id)
    const file: string = (await download(okello, booking.id)).body
    expect(read(file)).toMatchObject({ method: 'CANCEL', sequence: 2 })
    expect(file).toContain('STATUS:CANCELLED')
  })

  it('is not there for others, nor before the booking is approved', async () => {
    const booking = await appointment(w, amina, okello, inHours(w, 96))
    for (const other of [await farmer(w), await expert(w)])
      expect((await download(other, booking.id)).body).toMatchObject({ status: 404, error: 'not_found' })
    const pending = await pendingBooking(w, amina, okello, inHours(w, 120))
    expect((await download(amina, pending.id)).status).toBe(404)
    expect((await w.call(path, { params: { id: booking.id } })).status).toBe(401)
    expect((await download(amina, 'x')).status).toBe(404)
  })
})

it('the sequence of an appointment never falls: the database does not let it', async () => {
  const booking = await appointment(w, amina, okello, inHours(w, 144))
  const same = w.app.db.updateTable('calendar_entries').set({ sequence: 0 }).where('booking_id', '=', booking.id)
  await expect(same.execute()).rejects.toThrow('must rise')
})
