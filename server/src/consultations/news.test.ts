import ICAL from 'ical.js'
import type { Email } from 'postal-mime'
import { convertIcsCalendar } from 'ts-ics'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { write } from '../db/write.ts'
import { enqueue } from '../jobs/jobs.ts'
import { newsOf } from '../testing/board.ts'
import { expert, farmer, type Person, signIn } from '../testing/people.ts'
import { hours, minutes } from '../testing/reminders.ts'
import { answer, appointment, cancel, inHours, pendingBooking } from '../testing/slots.ts'
import { type World, world } from '../testing/world.ts'
import { moment, sayMoment } from '../text/times.ts'

let w: World
let amina: Person
let okello: Person
beforeAll(async () => {
  w = await world({
    expertApproval: 'auto',
    publicUrl: 'https://kutu.example.org',
    mailFrom: 'Kutu <post@kutu.example.org>',
  })
})
beforeEach(async () => {
  amina = await farmer(w)
  okello = await expert(w)
})
afterAll(() => w.close())

const told = (at: string | null, language: 'en' | 'sw' | 'lg' = 'en') =>
  sayMoment(language, moment(new Date(at ?? ''), 'Africa/Nairobi', w.clock.now()))
const newsTypes = async (person: Person) => (await newsOf(w, person)).results.map(({ type }) => type)
const lastLetter = async (person: Person) => (await w.lettersTo(person.email)).at(-1)
/** Of the letters a person got, those since signing up. */
const letters = async (person: Person) => (await w.lettersTo(person.email)).slice(1).map(({ subject }) => subject)

/** As text, once as an event that a mail program shows and once as a file to open. */
const filesOf = (letter: Email | undefined) =>
  (letter?.attachments ?? []).map(({ content }) =>
    typeof content === 'string' ? content : new TextDecoder().decode(content),
  )

/** The calendar file of a letter, as two independent readers have it. */
function calendarOf(letter: Email | undefined) {
  const [file] = filesOf(letter)
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
  it('is told to the expert on screen and by letter, with the time and its zone', async () => {
    const booking = await pendingBooking(w, amina, okello, inHours(w, 48))
    const when = told(booking.slot.start_time)
    expect(when).toMatch(/^\w{3} \d{1,2} \w{3}( \d{4})?, \d\d:\d\d EAT$/)
    const [news] = (await newsOf(w, okello)).results
    expect(news?.message).toBe(`${amina.username} booked your slot of ${when}. Approve or cancel the booking.`)
    expect(news?.subject).toEqual({ type: 'booking', id: booking.id })
    const letter = await lastLetter(okello)
    expect(letter?.subject).toBe(`${amina.username} booked your slot of ${when}`)
    expect(letter?.text).toContain('https://kutu.example.org/account/addresses/bookings')
    expect(calendarOf(letter)).toBeUndefined()
    expect(await newsTypes(amina)).toEqual([])
  })

  it('that is approved reaches the farmer with its time, contact and calendar file, and the expert’s calendar', async () => {
    const booking = await appointment(w, amina, okello, inHours(w, 48))
    const when = told(booking.selected_date)
    expect((await newsOf(w, amina)).results[0]?.message).toBe(`${okello.username} approved your booking: ${when}.`)
    const letter = await lastLetter(amina)
    expect(letter?.subject).toBe(`Your appointment: ${when}`)
    expect(letter?.text).toContain('Phone: +254712345678')
    expect(letter?.text).toContain(`/account/addresses/my-bookings/${booking.id}`)
    const start = new Date(booking.selected_date ?? '')
    const entry = {
      method: 'REQUEST',
      uid: `${booking.id}@kutu.example.org`,
      sequence: 0,
      start: start.toISOString(),
      end: new Date(start.getTime() + hours(1)).toISOString(),
    }
    expect(calendarOf(letter)).toEqual(entry)
    const own = await lastLetter(okello)
    expect(own?.subject).toBe(`Your appointment with ${amina.username}: ${when}`)
    expect(calendarOf(own)).toEqual(entry)
    expect(own?.attachments.map(({ mimeType, method }) => [mimeType, method])).toContainEqual([
      'text/calendar',
      'REQUEST',
    ])
    expect(await newsTypes(okello)).toEqual(['booking_requested'])
  })

  it('that is moved and then cancelled is the same event to both calendars, each time newer', async () => {
    const booking = await appointment(w, amina, okello, inHours(w, 48))
    const first = calendarOf(await lastLetter(amina))
    const later = new Date(new Date(booking.slot.start_time).getTime() + minutes(90)).toISOString()
    await answer(w, okello, booking.id, 'reschedule', { selected_date: later })
    expect((await newsOf(w, amina)).results[0]?.message).toBe(
      `${okello.username} moved your appointment to ${told(later)}.`,
    )
    const moved = calendarOf(await lastLetter(amina))
    expect(moved).toMatchObject({ method: 'REQUEST', uid: first?.uid, sequence: 1, start: later })
    expect(calendarOf(await lastLetter(okello))).toEqual(moved)
    await cancel(w, amina, booking.id, 'It rained.')
    const news = (await newsOf(w, okello)).results[0]
    expect(news?.message).toBe(`${amina.username} cancelled the appointment of ${told(later)}. The reason: It rained.`)
    const cancelled = calendarOf(await lastLetter(okello))
    expect(cancelled).toEqual({ ...moved, method: 'CANCEL', sequence: 2 })
    const own = await lastLetter(amina)
    expect(own?.subject).toBe(`You cancelled the appointment of ${told(later)}`)
    expect(calendarOf(own)).toEqual(cancelled)
    expect(await newsTypes(amina)).not.toContain('booking_cancelled')
  })

  it('cancelled by the expert is told to the farmer', async () => {
    const booking = await appointment(w, amina, okello, inHours(w, 48))
    await cancel(w, okello, booking.id)
    expect((await newsOf(w, amina)).results[0]?.message).toBe(
      `${okello.username} cancelled the appointment of ${told(booking.selected_date)}.`,
    )
    expect(calendarOf(await lastLetter(amina))).toMatchObject({ method: 'CANCEL', sequence: 1 })
  })

  it('withdrawn while pending leaves no calendar to clear', async () => {
    const booking = await pendingBooking(w, amina, okello, inHours(w, 48))
    await w.call('DELETE /api/consultations/consultations/{id}/', { token: amina.token, params: { id: booking.id } })
    expect((await newsOf(w, okello)).results[0]?.message).toContain('cancelled the booking of')
    // The request was not read yet, and there is nothing to answer any more.
    expect(await newsTypes(okello)).toEqual(['booking_cancelled'])
    const letter = await lastLetter(okello)
    expect(letter?.subject).toBe(`Cancelled: ${told(booking.slot.start_time)}`)
    expect(letter?.text).not.toContain('calendar')
    expect(calendarOf(letter)).toBeUndefined()
    expect(await letters(amina)).toEqual([])
  })

  it('that nobody answered while its slot lasted is told to the farmer alone', async () => {
    const booking = await pendingBooking(w, amina, okello, inHours(w, 1))
    const when = told(booking.slot.start_time)
    w.clock.advance(hours(5) + minutes(2))
    await write(w.app, tx => enqueue(tx, 'settle_slots', {}))
    await w.runJobs()
    const [news] = (await newsOf(w, await signIn(w, amina.email))).results
    expect(news?.message).toBe(`Your booking of ${when} was not answered in time. Book another slot.`)
    expect((await lastLetter(amina))?.subject).toBe(`Your booking of ${when} was not answered`)
    expect(await newsTypes(await signIn(w, okello.email))).toEqual([])
  })

  it('that is rejected is told to the farmer with the reason', async () => {
    const booking = await pendingBooking(w, amina, okello, inHours(w, 48))
    await answer(w, okello, booking.id, 'reject', { selected_date: '', reason: 'I am in the field.' })
    const when = told(booking.slot.start_time)
    expect((await newsOf(w, amina)).results[0]?.message).toBe(
      `${okello.username} could not take your booking of ${when}. The reason: I am in the field.`,
    )
    expect((await lastLetter(amina))?.text).toContain('The reason: I am in the field.')
  })
})

it('news of a booking are told in the reader’s language, letters and calendar files in that of the account', async () => {
  await w.app.db.updateTable('users').set({ language: 'lg' }).where('id', '=', amina.id).execute()
  const booking = await appointment(w, amina, okello, inHours(w, 48))
  expect((await newsOf(w, amina, 'sw')).results[0]?.message).toBe(
    `${okello.username} ameidhinisha miadi yako: ${told(booking.selected_date, 'sw')}.`,
  )
  const letter = await lastLetter(amina)
  expect(letter?.subject).toBe(`Okusisinkana kwo: ${told(booking.selected_date, 'lg')}`)
  const files = filesOf(letter)
  expect(files).toHaveLength(2)
  for (const file of files) expect(file).toContain('SUMMARY:Kutu: okusisinkana ne')
})
