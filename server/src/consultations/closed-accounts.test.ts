import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newsOf } from '../testing/board.ts'
import { expert, farmer, newAdmin, type Person, signIn } from '../testing/people.ts'
import { hours, remindNow } from '../testing/reminders.ts'
import { brokenInvariants } from '../testing/slot-invariants.ts'
import {
  answer,
  appointment,
  book,
  freeSlot,
  inHours,
  offer,
  pendingBooking,
  seeBooking,
  seeSlot,
} from '../testing/slots.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let admin: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  admin = await newAdmin(w)
})
afterAll(() => w.close())

/** Longer than a sign-in's token lives. */
async function wait(milliseconds: number): Promise<void> {
  w.clock.advance(milliseconds)
  admin = await signIn(w, admin.email)
}
const change = ({ id }: Person, action: 'deactivate' | 'reactivate') =>
  w.call('PUT /api/admin/users/{id}/', { token: admin.token, params: { id }, body: { action } })
const actsOn = async (id: string) => {
  const { body } = await w.call('GET /api/admin/audit/', { token: admin.token, query: { subject_id: id } })
  return body.results.map(({ action }: { action: string }) => action)
}
/** Letters since so many, each with the method and the sequence of its calendar file. */
async function lettersSince(person: Person, count: number) {
  const letters = (await w.lettersTo(person.email)).slice(count)
  return letters.map(({ subject, text, attachments: [file] }) => {
    const calendar = file ? new TextDecoder().decode(file.content as ArrayBuffer) : ''
    const [, method] = /^METHOD:(\w+)/m.exec(calendar) ?? []
    const [, sequence] = /^SEQUENCE:(\d+)/m.exec(calendar) ?? []
    return { subject, text, method, sequence }
  })
}
const countLetters = async (person: Person) => (await w.lettersTo(person.email)).length

describe('a deactivated farmer', () => {
  it('keeps no booking: the slots are free again, both hear of it, and the appointment leaves both calendars', async () => {
    const [amina, okello, other] = [await farmer(w), await expert(w), await farmer(w)]
    const waiting = await pendingBooking(w, amina, okello)
    const agreed = await appointment(w, amina, okello, inHours(w, 24 * 90))
    const others = await pendingBooking(w, other, okello)
    const [hers, his] = [await countLetters(amina), await countLetters(okello)]
    expect((await change(amina, 'deactivate')).status).toBe(200)

    for (const { id } of [waiting, agreed]) {
      const { body } = await seeBooking(w, okello, id)
      expect(body).toMatchObject({
        status: 'rejected',
        ended: 'closed',
        ended_by: 'farmer',
        slot: { state: 'available' },
      })
      expect((await actsOn(id))[0]).toBe('booking.closed')
      expect((await answer(w, okello, id, 'reject')).body.error).toBe('already_decided')
    }
    expect((await seeBooking(w, other, others.id)).body.status).toBe('pending')
    expect((await book(w, other, agreed.slot.id)).status).toBe(201)

    const { results } = await newsOf(w, okello)
    const told = results.filter(({ type }) => type === 'booking_closed')
    expect(told.map(({ subject }) => subject?.id).sort()).toEqual([waiting.id, agreed.id].sort())
    expect(told.every(({ message }) => message.includes(`the account of ${amina.username} is closed`))).toBe(true)
    // The request that nobody read is news no more.
    expect(results.filter(({ subject, type }) => subject?.id === waiting.id && type === 'booking_requested')).toEqual(
      [],
    )
    for (const letters of [await lettersSince(okello, his), await lettersSince(amina, hers)]) {
      const closing = letters.filter(({ subject }) => subject?.startsWith('Does not take place: '))
      expect(closing).toHaveLength(2)
      expect(closing.filter(({ method }) => method === 'CANCEL').map(({ sequence }) => sequence)).toEqual(['1'])
    }
    expect(await brokenInvariants(w.app)).toEqual([])
  })

  it('is reminded of nothing, nor is the expert, and finds nothing of it again when reactivated', async () => {
    const [amina, okello] = [await farmer(w), await expert(w)]
    const { id, selected_date } = await appointment(w, amina, okello, inHours(w, 24 * 120))
    await change(amina, 'deactivate')
    expect((await change(amina, 'reactivate')).status).toBe(200)
    const back = await signIn(w, amina.email)
    expect((await seeBooking(w, back, id)).body).toMatchObject({
      status: 'rejected',
      ended: 'closed',
      ended_by: 'farmer',
    })
    await wait(Date.parse(selected_date ?? '') - hours(24) - w.clock.now().getTime())
    await remindNow(w)
    for (const person of [await signIn(w, amina.email), await signIn(w, okello.email)])
      expect((await newsOf(w, person)).results.map(({ type }) => type)).not.toContain('booking_reminder')
    expect((await w.lettersTo(okello.email)).at(-1)?.subject).toMatch(/^Does not take place/)
  })
})

describe('a deactivated expert', () => {
  it('offers nothing any more, and every farmer hears of what ends; what has begun takes its course', async () => {
    let [amina, joan, okello] = [await farmer(w), await farmer(w), await expert(w)]
    const begun = await appointment(w, amina, okello, inHours(w, 1))
    const free = await freeSlot(w, okello)
    const waiting = await pendingBooking(w, joan, okello)
    const agreed = await appointment(w, joan, okello)
    await wait(hours(1.5))
    ;[amina, joan, okello] = [await signIn(w, amina.email), await signIn(w, joan.email), await signIn(w, okello.email)]
    expect((await change(okello, 'deactivate')).status).toBe(200)

    expect((await seeBooking(w, amina, begun.id)).body).toMatchObject({ status: 'approved', ended: null })
    for (const { id } of [waiting, agreed])
      expect((await seeBooking(w, joan, id)).body).toMatchObject({ ended: 'closed', ended_by: 'expert' })
    expect((await newsOf(w, joan)).results.filter(({ type }) => type === 'booking_closed')).toHaveLength(2)
    for (const slot of [free.id, waiting.slot.id, agreed.slot.id]) {
      expect((await seeSlot(w, joan, slot)).status).toBe(404)
      expect((await book(w, joan, slot)).body.error).toBe('not_found')
    }
    await change(okello, 'reactivate')
    const list = await w.call('GET /api/consultations/availability-slots/all/', {
      token: joan.token,
      query: { expert: okello.id },
    })
    expect(list.body.filter(({ state }: { state: string }) => state === 'available')).toEqual([])
    expect((await book(w, joan, free.id)).body.error).toBe('slot_inactive')
    expect((await actsOn(okello.id)).slice(0, 2)).toEqual(['user.reactivated', 'user.deactivated'])
    expect(await brokenInvariants(w.app)).toEqual([])
  })
})

it('whoever books, approves or offers while an account is being closed, nothing of it stays open', {
  timeout: 180_000,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const [amina, okello] = [await farmer(w), await expert(w)]
    const [slot, second] = [await freeSlot(w, okello), await freeSlot(w, okello)]
    const waiting = await pendingBooking(w, amina, okello)
    const begin = inHours(w, 24 * 2000 + 10 * round)
    const closing = round % 2 === 0 ? [amina] : round % 3 === 0 ? [amina, okello] : [okello]
    const answers = await Promise.all([
      book(w, amina, slot.id),
      answer(w, okello, waiting.id, 'approve', { selected_date: waiting.slot.start_time }),
      ...closing.map(person => change(person, 'deactivate')),
      book(w, amina, second.id),
      offer(w, okello, begin.toISOString(), new Date(begin.getTime() + hours(1)).toISOString()),
    ])
    for (const { status, body } of answers) {
      expect(status, JSON.stringify(body)).toBeLessThan(500)
      outcomes.add(body?.error ?? String(status))
    }
    expect(answers.slice(2, 2 + closing.length).map(({ status }) => status)).toEqual(closing.map(() => 200))
  }
  expect(outcomes).toContain('200')
  expect(await brokenInvariants(w.app)).toEqual([])
})

it('the database itself refuses a closed account that has something open, and a booking or a slot of one', async () => {
  const [amina, okello] = [await farmer(w), await expert(w)]
  const slot = await freeSlot(w, okello)
  const agreed = await appointment(w, amina, okello)
  const close = ({ id }: Person) =>
    w.app.db.updateTable('users').set({ deactivated_at: w.clock.now() }).where('id', '=', id).execute()
  for (const person of [amina, okello])
    await expect(close(person)).rejects.toMatchObject({ constraint: 'users_closed_leave_nothing_open' })
  await change(amina, 'deactivate')
  const now = w.clock.now()
  const { start_time, end_time } = await w.app.db
    .selectFrom('availability_slots')
    .select(['start_time', 'end_time'])
    .where('id', '=', slot.id)
    .executeTakeFirstOrThrow()
  const nothing = { ended: null, ended_by: null, ended_at: null, reason: null }
  const unset = { selected_date: null, selected_end: null, selected_at: null }
  const row = { slot_id: slot.id, expert_id: okello.id, slot_start: start_time, slot_end: end_time, created_at: now }
  await expect(
    w.app.db
      .insertInto('bookings')
      .values({ ...row, farmer_id: amina.id, ...nothing, ...unset })
      .execute(),
  ).rejects.toMatchObject({ constraint: 'bookings_of_open_accounts' })
  await change(okello, 'deactivate')
  const times = { start_time: inHours(w, 9000), end_time: inHours(w, 9001) }
  const open = { closed_at: null, closed_by: null, live_booking_id: null, created_at: now }
  await expect(
    w.app.db
      .insertInto('availability_slots')
      .values({ expert_id: okello.id, ...times, ...open })
      .execute(),
  ).rejects.toMatchObject({ constraint: 'slots_of_open_accounts' })
  expect((await w.app.db.selectFrom('bookings').select('ended').where('id', '=', agreed.id).execute())[0]?.ended).toBe(
    'closed',
  )
})
