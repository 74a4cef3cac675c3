import { consultations } from '@kutu/contract/consultations/consultations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchNotifications } from '../../../testing/features/community.ts'
import {
  bookSlot,
  createAppointment,
  createFreeSlot,
  endSlot,
  getBooking,
  getSlot,
  hour,
  hoursFromNow,
  offerSlot,
} from '../../../testing/features/consultations.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

const addHours = (begin: Date, hours: number) => new Date(begin.getTime() + hours * hour).toISOString()
describe('a new slot', () => {
  it('is active and available, and names its expert', async () => {
    const begin = hoursFromNow(server, 5000)
    const { status, body } = await offerSlot(server, okello, begin.toISOString(), addHours(begin, 2))
    expect(status).toBe(201)
    expect(consultations.createSlot.reply.parse(body)).toMatchObject({
      start_time: begin.toISOString(),
      end_time: addHours(begin, 2),
      is_active: true,
      is_booked: false,
      state: 'available',
      expert: {
        id: okello.id,
        bio: 'Plant pathologist in Nakuru.',
        areas_of_expertise: 'Maize, Wheat rust',
        certifications: 'BSc Agriculture',
        languages_spoken: 'English, Swahili',
        user: { id: okello.id, username: okello.username },
      },
    })
    expect(Object.keys(body.expert)).not.toContain('social_links')
  })

  it('uses the server’s time zone if its times have no offset', async () => {
    const { status, body } = await offerSlot(server, okello, '2031-05-06 09:00:00', '2031-05-06 10:30:00')
    expect([status, body.start_time, body.end_time]).toEqual([
      201,
      '2031-05-06T06:00:00.000Z',
      '2031-05-06T07:30:00.000Z',
    ])
  })

  it.each([
    ['', '', ['start_time', 'end_time']],
    ['soon', '2031-06-01 10:00:00', ['start_time']],
    ['2031-06-01 10:00:00', 'later', ['end_time']],
    ['2031-06-01 10:00:00', '2031-06-01 10:00:00', ['end_time']],
    ['2031-06-01 10:00:00', '2031-06-01 09:00:00', ['end_time']],
    ['2020-06-01 10:00:00', '2031-06-01 09:00:00', ['start_time']],
    ['2020-06-01 10:00:00', '2020-06-01 09:00:00', ['start_time', 'end_time']],
    [null, 5, ['start_time', 'end_time']],
    [undefined, undefined, ['start_time', 'end_time']],
  ])('from %j to %j is rejected with each invalid field', async (start, end, fields) => {
    const { status, body } = await offerSlot(server, okello, start, end)
    expect([status, body.error]).toEqual([400, 'validation_failed'])
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(fields)
  })

  it('may touch the next, but not overlap an active one of the same expert', async () => {
    const begin = hoursFromNow(server, 6000)
    const at = (from: number, to: number, by = okello) =>
      offerSlot(server, by, addHours(begin, from), addHours(begin, to))
    expect((await at(0, 2)).status).toBe(201)
    expect((await at(2, 3)).status).toBe(201)
    for (const [from, to] of [
      [0, 2],
      [1, 4],
      [-1, 1],
      [0.5, 1],
      [-1, 9],
    ] as const) {
      const { status, body } = await at(from, to)
      expect([from, to, status, body.error]).toEqual([from, to, 409, 'slot_overlaps'])
    }
    expect((await at(0, 2, await signUpExpert(server))).status).toBe(201)
  })

  it('that overlaps another is rejected with its times and the next time that is free for as long', async () => {
    const anna = await signUpExpert(server)
    await offerSlot(server, anna, '2031-08-05 09:00:00', '2031-08-05 10:00:00')
    await offerSlot(server, anna, '2031-08-05 10:30:00', '2031-08-05 12:00:00')
    const { body } = await offerSlot(server, anna, '2031-08-05 08:30:00', '2031-08-05 09:30:00')
    expect(body.error).toBe('slot_overlaps')
    expect(body.message).toBe(
      'Your slot from Tue 5 Aug 2031, 09:00 EAT to Tue 5 Aug 2031, 10:00 EAT is in the way. Next free time: Tue 5 Aug 2031, 12:00 EAT.',
    )
    expect((await offerSlot(server, anna, '2031-08-05 12:00:00', '2031-08-05 13:00:00')).status).toBe(201)
  })

  it('is created once if the request is repeated with its key', async () => {
    const [begin, key] = [hoursFromNow(server, 7000), 'slot-key']
    const send = () =>
      server.request('POST /api/consultations/availability-slots/', {
        token: okello.token,
        body: { start_time: begin.toISOString(), end_time: addHours(begin, 1) },
        headers: { 'idempotency-key': key },
      })
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
  })
})

describe('an own slot', () => {
  it('is deactivated once, and its time can be offered again', async () => {
    const slot = await createFreeSlot(server, okello)
    const ended = await endSlot(server, okello, slot.id)
    expect([ended.status, ended.body.is_active, ended.body.state]).toEqual([200, false, 'inactive'])
    expect((await endSlot(server, okello, slot.id)).body).toMatchObject({ status: 409, error: 'slot_inactive' })
    expect((await offerSlot(server, okello, slot.start_time, slot.end_time)).status).toBe(201)
  })

  it('cannot be deactivated while it is booked', async () => {
    const slot = await createFreeSlot(server, okello)
    await bookSlot(server, grace, slot.id)
    expect((await endSlot(server, okello, slot.id)).body).toMatchObject({ status: 409, error: 'slot_booked' })
    expect((await getSlot(server, okello, slot.id)).body).toMatchObject({ is_active: true, state: 'booked' })
  })

  it('is deactivated together with a pending booking, which its farmer reads as rejected', async () => {
    const amina = await signUpFarmer(server)
    const slot = await createFreeSlot(server, okello)
    const { body: booking } = await bookSlot(server, amina, slot.id)
    const { status, body } = await endSlot(server, okello, slot.id, { cancel_booking: true })
    expect([status, body.is_active, body.is_booked, body.state]).toEqual([200, false, false, 'inactive'])
    expect((await getBooking(server, amina, booking.id)).body).toMatchObject({ status: 'rejected', ended: 'rejected' })
    expect((await fetchNotifications(server, amina)).results).toMatchObject([{ type: 'booking_rejected' }])
  })

  it('is deactivated together with an appointment, which is cancelled for its farmer', async () => {
    const amina = await signUpFarmer(server)
    const { id, slot } = await createAppointment(server, amina, okello)
    expect((await endSlot(server, okello, slot.id, { cancel_booking: true })).status).toBe(200)
    expect((await getBooking(server, amina, id)).body).toMatchObject({ ended: 'cancelled', ended_by: 'expert' })
    expect((await fetchNotifications(server, amina)).results[0]).toMatchObject({ type: 'booking_cancelled' })
  })

  it('stays with its booking once the appointment has begun', async () => {
    const otherServer = await startTestServer({ expertApproval: 'auto' })
    try {
      const [anna, mary] = [await signUpExpert(otherServer), await signUpFarmer(otherServer)]
      const { id, slot } = await createAppointment(otherServer, mary, anna, hoursFromNow(otherServer, 0.1))
      otherServer.clock.advance(Date.parse(slot.start_time) - otherServer.clock.now().getTime())
      const answer = await endSlot(otherServer, anna, slot.id, { cancel_booking: true })
      expect([answer.status, answer.body.error]).toEqual([409, 'appointment_begun'])
      expect((await getSlot(otherServer, anna, slot.id)).body).toMatchObject({ is_active: true, is_booked: true })
      expect((await getBooking(otherServer, anna, id)).body.status).toBe('approved')
    } finally {
      await otherServer.close()
    }
  })

  it('is booked or deactivated, never both, when a farmer books at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const slot = await createFreeSlot(server, okello)
      const amina = await signUpFarmer(server)
      const [booked, ended] = await Promise.all([
        bookSlot(server, amina, slot.id),
        endSlot(server, okello, slot.id, { cancel_booking: true }),
      ])
      expect(ended.status).toBe(200)
      expect([201, 409]).toContain(booked.status)
      expect((await getSlot(server, okello, slot.id)).body).toMatchObject({ is_active: false, is_booked: false })
      if (booked.status === 201) expect((await getBooking(server, amina, booked.body.id)).body.status).toBe('rejected')
    }
  })

  it('cannot be deactivated by another expert', async () => {
    const slot = await createFreeSlot(server, okello)
    expect((await endSlot(server, await signUpExpert(server), slot.id)).status).toBe(404)
  })
})

describe('one slot', () => {
  it('shows its state to any farmer and to its own expert, not to another expert', async () => {
    const slot = await createFreeSlot(server, okello)
    const states = async () =>
      Promise.all([grace, okello].map(async each => (await getSlot(server, each, slot.id)).body.state))
    expect(await states()).toEqual(['available', 'available'])
    await bookSlot(server, grace, slot.id)
    expect(await states()).toEqual(['booked', 'booked'])
    expect((await getSlot(server, await signUpExpert(server), slot.id)).status).toBe(404)
  })

  it('of an expert who is not approved is visible to that expert only', async () => {
    const strictServer = await startTestServer({ expertApproval: 'manual' })
    try {
      const [waiting, joan] = [await signUpExpert(strictServer), await signUpFarmer(strictServer)]
      const slot = await createFreeSlot(strictServer, waiting)
      const list = () => strictServer.request('GET /api/consultations/availability-slots/all/', { token: joan.token })
      expect((await getSlot(strictServer, waiting, slot.id)).status).toBe(200)
      expect((await getSlot(strictServer, joan, slot.id)).status).toBe(404)
      expect((await bookSlot(strictServer, joan, slot.id)).status).toBe(404)
      expect((await list()).body).toEqual([])
      const { token } = await createTestAdmin(strictServer, 'a')
      const decide = (action: string) =>
        strictServer.request('PUT /api/admin/experts/{id}/', { token, params: { id: waiting.id }, body: { action } })
      await decide('approve')
      expect((await list()).body).toHaveLength(1)
      await decide('decline')
      expect((await list()).body).toEqual([])
    } finally {
      await strictServer.close()
    }
  })

  it('of a deactivated expert is not visible', async () => {
    const gone = await signUpExpert(server)
    const slot = await createFreeSlot(server, gone)
    const { token } = await createTestAdmin(server, 'closing')
    const deactivated = await server.request('PUT /api/admin/users/{id}/', {
      token,
      params: { id: gone.id },
      body: { action: 'deactivate' },
    })
    expect(deactivated.status).toBe(200)
    expect((await getSlot(server, grace, slot.id)).status).toBe(404)
    expect((await bookSlot(server, grace, slot.id)).status).toBe(404)
  })
})
