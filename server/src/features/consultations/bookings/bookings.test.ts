import { consultations } from '@kutu/contract/consultations/consultations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatZonedDateTime, toZonedDateTime } from '../../../platform/i18n/zoned-date-time.ts'
import {
  answerBooking,
  bookSlot,
  createAppointment,
  createFreeSlot,
  createPendingBooking,
  endSlot,
  getBooking,
  getSlot,
  hour,
  hoursFromNow,
  withdrawBooking,
} from '../../../testing/features/consultations.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let joan: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

const addHours = (time: string, hours: number) => new Date(Date.parse(time) + hours * hour).toISOString()

/** As the server writes it: Tue 24 Nov, 14:00 EAT. */
const formatTime = (at: Date | string) =>
  formatZonedDateTime('en', toZonedDateTime(new Date(at), 'Africa/Nairobi', server.clock.now()))

describe('booking a slot', () => {
  it('creates a pending booking, and the slot is booked', async () => {
    const slot = await createFreeSlot(server, okello)
    const { status, body } = await bookSlot(server, grace, slot.id)
    expect(status).toBe(201)
    expect(consultations.bookSlot.reply.parse(body)).toMatchObject({
      status: 'pending',
      ended: null,
      ended_by: null,
      selected_date: null,
      farmer: { id: grace.id, username: grace.username, email: grace.email, phone_number: null },
      expert: { id: okello.id, contact: null },
      slot: { id: slot.id, start_time: slot.start_time, end_time: slot.end_time, is_active: true, is_booked: true },
    })
  })

  it('is rejected for everyone but the first, and for the first farmer a second time', async () => {
    const slot = await createFreeSlot(server, okello)
    await bookSlot(server, grace, slot.id)
    for (const person of [joan, grace])
      expect((await bookSlot(server, person, slot.id)).body).toMatchObject({ status: 409, error: 'slot_taken' })
  })

  it('is rejected for a farmer with twenty pending bookings, also for simultaneous requests, until one is answered or withdrawn', async () => {
    const limitedServer = await startTestServer({ expertApproval: 'auto', rateLimits: true })
    try {
      const [limitedFarmer, other, expert] = [
        await signUpFarmer(limitedServer),
        await signUpFarmer(limitedServer),
        await signUpExpert(limitedServer),
      ]
      const spare = await createFreeSlot(limitedServer, expert)
      const slots: string[] = []
      while (slots.length < 22) slots.push((await createFreeSlot(limitedServer, expert)).id)
      const answers = await Promise.all(slots.map(id => bookSlot(limitedServer, limitedFarmer, id)))
      const held = answers.filter(({ status }) => status === 201).map(({ body }) => body)
      expect(held).toHaveLength(20)
      const refused = answers.filter(({ status }) => status !== 201)
      for (const { status, body } of refused) expect([status, body.error]).toEqual([409, 'too_many_pending'])
      expect((await bookSlot(limitedServer, other, spare.id)).status).toBe(201)

      await withdrawBooking(limitedServer, limitedFarmer, held[0].id)
      await answerBooking(limitedServer, expert, held[1].id, 'reject')
      for (const id of slots.filter(slot => held.every(booking => booking.slot.id !== slot)))
        expect((await bookSlot(limitedServer, limitedFarmer, id)).status).toBe(201)
    } finally {
      await limitedServer.close()
    }
  })

  it('is rejected if the slot is inactive, has begun or does not exist', async () => {
    const ended = await createFreeSlot(server, okello)
    await endSlot(server, okello, ended.id)
    expect((await bookSlot(server, grace, ended.id)).body).toMatchObject({ status: 409, error: 'slot_inactive' })
    const otherServer = await startTestServer({ expertApproval: 'auto' })
    try {
      const [anna, mary] = [await signUpExpert(otherServer), await signUpFarmer(otherServer)]
      const begun = await createFreeSlot(otherServer, anna, hoursFromNow(otherServer, 0.1))
      otherServer.clock.advance(Date.parse(begun.start_time) - otherServer.clock.now().getTime())
      expect((await bookSlot(otherServer, mary, begun.id)).body).toMatchObject({ status: 409, error: 'slot_past' })
      expect((await getSlot(otherServer, mary, begun.id)).body).toMatchObject({ is_active: true, state: 'past' })
    } finally {
      await otherServer.close()
    }
    expect((await bookSlot(server, grace, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await bookSlot(server, grace, 'x')).body.errors).toMatchObject([{ field: 'slot_id' }])
  })
})

describe('approving a booking', () => {
  it('sets its time for at most an hour and shows each party how to contact the other', async () => {
    const { id, slot } = await createPendingBooking(server, grace, okello)
    const { status, body } = await answerBooking(server, okello, id, 'approve', {
      selected_date: addHours(slot.start_time, 0.5),
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'approved',
      selected_date: addHours(slot.start_time, 0.5),
      selected_end: addHours(slot.start_time, 1.5),
      farmer: { phone_number: '+256772123456' },
      expert: { contact: { email: okello.email, phone_number: '+254712345678' } },
      slot: { is_booked: true, is_active: true },
    })
    expect((await getBooking(server, grace, id)).body).toEqual(body)
    const last = await createPendingBooking(server, joan, okello)
    const late = await answerBooking(server, okello, last.id, 'approve', {
      selected_date: addHours(last.slot.start_time, 1.75),
    })
    expect(late.body.selected_end).toBe(last.slot.end_time)
  })

  it('reads a time without an offset in the server’s time zone', async () => {
    const slot = await createFreeSlot(server, okello, new Date('2031-05-06T06:00:00Z'))
    const { id } = (await bookSlot(server, grace, slot.id)).body
    const { body } = await answerBooking(server, okello, id, 'approve', { selected_date: '2031-05-06 09:15:00' })
    expect(body.selected_date).toBe('2031-05-06T06:15:00.000Z')
  })

  it('is rejected without a time within the slot', async () => {
    const { id, slot } = await createPendingBooking(server, grace, okello)
    const wrong = [
      '',
      null,
      undefined,
      'soon',
      addHours(slot.start_time, -0.1),
      slot.end_time,
      addHours(slot.end_time, 1),
    ]
    for (const selected_date of wrong) {
      const { status, body } = await answerBooking(server, okello, id, 'approve', { selected_date })
      expect([selected_date, status, body.errors?.[0].field]).toEqual([selected_date, 400, 'selected_date'])
    }
    expect((await getBooking(server, okello, id)).body.status).toBe('pending')
  })

  it('is rejected if the booking is already decided', async () => {
    const approved = await createAppointment(server, grace, okello)
    const rejected = await createPendingBooking(server, grace, okello)
    await answerBooking(server, okello, rejected.id, 'reject')
    for (const { id, slot } of [approved, rejected])
      for (const action of ['approve', 'reject']) {
        const { body } = await answerBooking(server, okello, id, action, { selected_date: slot.start_time })
        expect(body).toMatchObject({ status: 409, error: 'already_decided' })
      }
  })

  it('is rejected while the farmer has an appointment with another expert, but not right after it', async () => {
    const anna = await signUpExpert(server)
    const begin = hoursFromNow(server, 4000)
    await createAppointment(server, grace, okello, begin)
    const { id } = await createPendingBooking(server, grace, anna, begin)
    const at = (hours: number) =>
      answerBooking(server, anna, id, 'approve', { selected_date: addHours(begin.toISOString(), hours) })
    const refused = (await at(0)).body
    expect(refused).toMatchObject({ status: 409, error: 'farmer_busy' })
    const times = [begin, addHours(begin.toISOString(), 1), addHours(begin.toISOString(), 1)].map(formatTime)
    const [start, end, free] = times
    expect(refused.message).toBe(`The farmer is busy from ${start} to ${end}. Next free time: ${free}.`)
    expect((await at(0.9)).body.error).toBe('farmer_busy')
    expect((await at(1)).status).toBe(200)
  })

  it('is allowed for the slot’s own expert only, once approved', async () => {
    const { id, slot } = await createPendingBooking(server, grace, okello)
    const more = { selected_date: slot.start_time }
    expect((await answerBooking(server, await signUpExpert(server), id, 'approve', more)).status).toBe(404)
    expect((await answerBooking(server, grace, id, 'approve', more)).status).toBe(403)
    const { token } = await createTestAdmin(server, 'a')
    const decide = (action: string) =>
      server.request('PUT /api/admin/experts/{id}/', { token, params: { id: okello.id }, body: { action } })
    await decide('decline')
    expect((await answerBooking(server, okello, id, 'approve', more)).body).toMatchObject({
      status: 403,
      error: 'approval_pending',
    })
    await decide('approve')
    expect((await answerBooking(server, okello, id, 'approve', more)).status).toBe(200)
  })
})

describe('rejecting a booking', () => {
  it('releases the slot for the next farmer and ignores the date', async () => {
    const { id, slot } = await createPendingBooking(server, grace, okello)
    const { status, body } = await answerBooking(server, okello, id, 'reject', {
      selected_date: '',
      reason: 'I am away.',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'rejected', ended: 'rejected', ended_by: 'expert', reason: 'I am away.' })
    expect(body.slot).toMatchObject({ is_booked: false, state: 'available' })
    expect((await bookSlot(server, joan, slot.id)).status).toBe(201)
    const other = await createPendingBooking(server, grace, okello)
    expect((await answerBooking(server, okello, other.id, 'reject', { selected_date: 'x' })).status).toBe(200)
  })
})
