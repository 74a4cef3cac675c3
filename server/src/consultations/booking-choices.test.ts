import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newsOf } from '../testing/board.ts'
import { expert, farmer, type Person } from '../testing/people.ts'
import { hours, minutes, remindNow } from '../testing/reminders.ts'
import { answer, appointment, cancel, inHours, seeBooking } from '../testing/slots.ts'
import { textGateway } from '../testing/text-gateway.ts'
import { type World, world } from '../testing/world.ts'

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
  gateway.taken.length = 0
})
afterAll(async () => {
  await w.close()
  await gateway.close()
})

const farmersNumber = '+256772123456'
const expertsNumber = '+254712345678'

async function turnOff({ token }: Person, ...channels: string[]): Promise<void> {
  const choices = channels.map(channel => ({ kind: 'bookings', channel, is_on: false }))
  expect((await w.call('PUT /api/account/notification-choices/', { token, body: { choices } })).status).toBe(200)
}
/** Of the letters a person got, those since signing up. */
const letters = async ({ email }: Person) => (await w.lettersTo(email)).slice(1)
const textsTo = (number: string) => gateway.taken.filter(({ to }) => to === number)

async function calendarOf({ token }: Person, id: string) {
  const path = 'GET /api/consultations/consultations/{id}/calendar.ics'
  const { status, body } = await w.call(path, { token, params: { id } })
  expect(status).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(body))
  const { sequence, startDate } = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  return { method: calendar.getFirstPropertyValue('method'), sequence, start: startDate.toJSDate().toISOString() }
}

describe('a farmer who wants neither letters nor texts of bookings', () => {
  it('gets none of an approval, a move, a reminder or a cancellation, and the calendar file of each whenever asked', async () => {
    await turnOff(amina, 'mail', 'text')
    const booking = await appointment(w, amina, okello, inHours(w, 30))
    const start = booking.slot.start_time
    expect(await calendarOf(amina, booking.id)).toEqual({ method: 'PUBLISH', sequence: 0, start })
    const later = new Date(Date.parse(start) + minutes(30)).toISOString()
    await answer(w, okello, booking.id, 'reschedule', { selected_date: later })
    expect(await calendarOf(amina, booking.id)).toEqual({ method: 'PUBLISH', sequence: 1, start: later })
    await cancel(w, okello, booking.id, 'I am ill.')
    expect(await calendarOf(amina, booking.id)).toEqual({ method: 'CANCEL', sequence: 2, start: later })
    expect(await letters(amina)).toEqual([])
    expect(textsTo(farmersNumber)).toEqual([])
    // On screen all is told as before, and the expert, who chose nothing, is written to.
    const news = (await newsOf(w, amina)).results.map(({ type }) => type)
    expect(news).toEqual(['booking_cancelled', 'booking_rescheduled', 'booking_approved'])
    expect((await letters(okello)).length).toBeGreaterThan(0)
    expect((await seeBooking(w, amina, booking.id)).body.ended).toBe('cancelled')
  })

  it('is not reminded by them either, while the other side is', async () => {
    await turnOff(amina, 'mail', 'text')
    await appointment(w, amina, okello, inHours(w, 30))
    await w.runJobs()
    const before = (await letters(okello)).length
    w.clock.advance(hours(6) + minutes(1))
    await remindNow(w)
    expect(await letters(amina)).toEqual([])
    expect(textsTo(farmersNumber)).toEqual([])
    expect(await letters(okello)).toHaveLength(before + 1)
    expect(textsTo(expertsNumber)).toHaveLength(1)
  })
})

it('each way is turned off alone: texts without letters, letters without texts', async () => {
  const joan = await farmer(w)
  await turnOff(amina, 'mail')
  await turnOff(joan, 'text')
  await appointment(w, amina, okello, inHours(w, 30))
  await w.runJobs()
  expect([(await letters(amina)).length, textsTo(farmersNumber).length]).toEqual([0, 1])
  await appointment(w, joan, okello, inHours(w, 40))
  await w.runJobs()
  expect([(await letters(joan)).length, textsTo(farmersNumber).length]).toEqual([1, 1])
})

it('who wants no news of bookings in the app still gets letter, text and calendar file', async () => {
  await turnOff(amina, 'in_app')
  const booking = await appointment(w, amina, okello, inHours(w, 30))
  expect(await newsOf(w, amina)).toMatchObject({ count: 0, unread: 0 })
  expect(await letters(amina)).toHaveLength(1)
  expect(textsTo(farmersNumber)).toHaveLength(1)
  expect(await calendarOf(amina, booking.id)).toMatchObject({ method: 'PUBLISH', start: booking.slot.start_time })
})

it('an expert who wants no letters learns of a booking in the app, and has the appointment as a calendar file', async () => {
  await turnOff(okello, 'mail', 'text')
  const booking = await appointment(w, amina, okello, inHours(w, 30))
  await w.runJobs()
  expect(await letters(okello)).toEqual([])
  expect(textsTo(expertsNumber)).toEqual([])
  expect((await newsOf(w, okello)).results.map(({ type }) => type)).toEqual(['booking_requested'])
  expect(await calendarOf(okello, booking.id)).toMatchObject({ method: 'PUBLISH', start: booking.slot.start_time })
})

it('a text that waits when it is turned off is not sent', async () => {
  await appointment(w, amina, okello, inHours(w, 30))
  await turnOff(amina, 'text')
  await w.runJobs()
  expect(textsTo(farmersNumber)).toEqual([])
})
