import { consultations } from '@kutu/contract/consultations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expert, farmer, newAdmin, type Person } from '../testing/people.ts'
import {
  answer,
  appointment,
  book,
  endSlot,
  freeSlot,
  hour,
  inHours,
  pendingBooking,
  seeBooking,
  seeSlot,
  withdraw,
} from '../testing/slots.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let grace: Person
let joan: Person
let okello: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  grace = await farmer(w)
  joan = await farmer(w)
  okello = await expert(w)
})
afterAll(() => w.close())

const plus = (time: string, hours: number) => new Date(Date.parse(time) + hours * hour).toISOString()

describe('booking a slot', () => {
  it('makes a pending booking, and the slot is booked', async () => {
    const slot = await freeSlot(w, okello)
    const { status, body } = await book(w, grace, slot.id)
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

  it('is refused to everybody but the first, also to the first again', async () => {
    const slot = await freeSlot(w, okello)
    await book(w, grace, slot.id)
    for (const person of [joan, grace])
      expect((await book(w, person, slot.id)).body).toMatchObject({ status: 409, error: 'slot_taken' })
  })

  it('is refused to who holds twenty that wait for an answer, also of many asked for at once, until one is answered or withdrawn', async () => {
    const limited = await world({ expertApproval: 'auto', rateLimits: true })
    try {
      const [hoarder, other, busy] = [await farmer(limited), await farmer(limited), await expert(limited)]
      const spare = await freeSlot(limited, busy)
      const slots: string[] = []
      while (slots.length < 22) slots.push((await freeSlot(limited, busy)).id)
      const answers = await Promise.all(slots.map(id => book(limited, hoarder, id)))
      const held = answers.filter(({ status }) => status === 201).map(({ body }) => body)
      expect(held).toHaveLength(20)
      const refused = answers.filter(({ status }) => status !== 201)
      for (const { status, body } of refused) expect([status, body.error]).toEqual([409, 'too_many_pending'])
      expect((await book(limited, other, spare.id)).status).toBe(201)

      await withdraw(limited, hoarder, held[0].id)
      await answer(limited, busy, held[1].id, 'reject')
      for (const id of slots.filter(slot => held.every(booking => booking.slot.id !== slot)))
        expect((await book(limited, hoarder, id)).status).toBe(201)
    } finally {
      await limited.close()
    }
  })

  it('is refused when it is inactive, has begun, or never was', async () => {
    const ended = await freeSlot(w, okello)
    await endSlot(w, okello, ended.id)
    expect((await book(w, grace, ended.id)).body).toMatchObject({ status: 409, error: 'slot_inactive' })
    const later = await world({ expertApproval: 'auto' })
    try {
      const [anna, mary] = [await expert(later), await farmer(later)]
      const begun = await freeSlot(later, anna, inHours(later, 0.1))
      later.clock.advance(Date.parse(begun.start_time) - later.clock.now().getTime())
      expect((await book(later, mary, begun.id)).body).toMatchObject({ status: 409, error: 'slot_past' })
      expect((await seeSlot(later, mary, begun.id)).body).toMatchObject({ is_active: true, state: 'past' })
    } finally {
      await later.close()
    }
    expect((await book(w, grace, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await book(w, grace, 'x')).body.errors).toMatchObject([{ field: 'slot_id' }])
  })
})

describe('approving a booking', () => {
  it('sets its time, an hour at most, and shows each how to reach the other', async () => {
    const { id, slot } = await pendingBooking(w, grace, okello)
    const { status, body } = await answer(w, okello, id, 'approve', { selected_date: plus(slot.start_time, 0.5) })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'approved',
      selected_date: plus(slot.start_time, 0.5),
      selected_end: plus(slot.start_time, 1.5),
      farmer: { phone_number: '+256772123456' },
      expert: { contact: { email: okello.email, phone_number: '+254712345678' } },
      slot: { is_booked: true, is_active: true },
    })
    expect((await seeBooking(w, grace, id)).body).toEqual(body)
    const last = await pendingBooking(w, joan, okello)
    const late = await answer(w, okello, last.id, 'approve', { selected_date: plus(last.slot.start_time, 1.75) })
    expect(late.body.selected_end).toBe(last.slot.end_time)
  })

  it('takes a bare time as one of the server’s zone', async () => {
    const slot = await freeSlot(w, okello, new Date('2031-05-06T06:00:00Z'))
    const { id } = (await book(w, grace, slot.id)).body
    const { body } = await answer(w, okello, id, 'approve', { selected_date: '2031-05-06 09:15:00' })
    expect(body.selected_date).toBe('2031-05-06T06:15:00.000Z')
  })

  it('is refused without a time within the slot', async () => {
    const { id, slot } = await pendingBooking(w, grace, okello)
    const wrong = ['', null, undefined, 'soon', plus(slot.start_time, -0.1), slot.end_time, plus(slot.end_time, 1)]
    for (const selected_date of wrong) {
      const { status, body } = await answer(w, okello, id, 'approve', { selected_date })
      expect([selected_date, status, body.errors?.[0].field]).toEqual([selected_date, 400, 'selected_date'])
    }
    expect((await seeBooking(w, okello, id)).body.status).toBe('pending')
  })

  it('is refused when it is decided already', async () => {
    const approved = await appointment(w, grace, okello)
    const rejected = await pendingBooking(w, grace, okello)
    await answer(w, okello, rejected.id, 'reject')
    for (const { id, slot } of [approved, rejected])
      for (const action of ['approve', 'reject']) {
        const { body } = await answer(w, okello, id, action, { selected_date: slot.start_time })
        expect(body).toMatchObject({ status: 409, error: 'already_decided' })
      }
  })

  it('is refused while the farmer talks to another expert, but not right after', async () => {
    const anna = await expert(w)
    const begin = inHours(w, 4000)
    await appointment(w, grace, okello, begin)
    const { id } = await pendingBooking(w, grace, anna, begin)
    const at = (hours: number) => answer(w, anna, id, 'approve', { selected_date: plus(begin.toISOString(), hours) })
    expect((await at(0)).body).toMatchObject({ status: 409, error: 'farmer_busy' })
    expect((await at(0.9)).body.error).toBe('farmer_busy')
    expect((await at(1)).status).toBe(200)
  })

  it('is for the slot’s own expert, once approved', async () => {
    const { id, slot } = await pendingBooking(w, grace, okello)
    const more = { selected_date: slot.start_time }
    expect((await answer(w, await expert(w), id, 'approve', more)).status).toBe(404)
    expect((await answer(w, grace, id, 'approve', more)).status).toBe(403)
    const { token } = await newAdmin(w, 'a')
    const decide = (action: string) =>
      w.call('PUT /api/admin/experts/{id}/', { token, params: { id: okello.id }, body: { action } })
    await decide('decline')
    expect((await answer(w, okello, id, 'approve', more)).body).toMatchObject({
      status: 403,
      error: 'approval_pending',
    })
    await decide('approve')
    expect((await answer(w, okello, id, 'approve', more)).status).toBe(200)
  })
})

describe('rejecting a booking', () => {
  it('frees the slot for the next, whatever date comes with it', async () => {
    const { id, slot } = await pendingBooking(w, grace, okello)
    const { status, body } = await answer(w, okello, id, 'reject', { selected_date: '', reason: 'I am away.' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'rejected', ended: 'rejected', ended_by: 'expert', reason: 'I am away.' })
    expect(body.slot).toMatchObject({ is_booked: false, state: 'available' })
    expect((await book(w, joan, slot.id)).status).toBe(201)
    const other = await pendingBooking(w, grace, okello)
    expect((await answer(w, okello, other.id, 'reject', { selected_date: 'x' })).status).toBe(200)
  })
})
