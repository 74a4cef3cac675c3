import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchNotifications } from '../../testing/features/community.ts'
import { findInvariantViolations } from '../../testing/features/consultation-invariants.ts'
import {
  answerBooking,
  bookSlot,
  createAppointment,
  createFreeSlot,
  createPendingBooking,
  getBooking,
  getSlot,
  hoursFromNow,
  offerSlot,
} from '../../testing/features/consultations.ts'
import { hours, runReminders } from '../../testing/features/reminders.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { createTestAdmin, signIn, signUpExpert, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  admin = await createTestAdmin(server)
})
afterAll(() => server.close())

/** Advances the clock by more than the lifetime of an access token. */
async function advanceClock(milliseconds: number): Promise<void> {
  server.clock.advance(milliseconds)
  admin = await signIn(server, admin.email)
}
const changeAccount = ({ id }: TestUser, action: 'deactivate' | 'reactivate') =>
  server.request('PUT /api/admin/users/{id}/', { token: admin.token, params: { id }, body: { action } })
const listActions = async (id: string) => {
  const { body } = await server.request('GET /api/admin/audit/', { token: admin.token, query: { subject_id: id } })
  return body.results.map(({ action }: { action: string }) => action)
}
/** Returns the emails after the first `count`, each with the method and sequence of its calendar file. */
async function emailsSince(person: TestUser, count: number) {
  const emails = (await server.emailsTo(person.email)).slice(count)
  return emails.map(({ subject, text, attachments: [file] }) => {
    const calendar = file ? new TextDecoder().decode(file.content as ArrayBuffer) : ''
    const [, method] = /^METHOD:(\w+)/m.exec(calendar) ?? []
    const [, sequence] = /^SEQUENCE:(\d+)/m.exec(calendar) ?? []
    return { subject, text, method, sequence }
  })
}
const countEmails = async (person: TestUser) => (await server.emailsTo(person.email)).length

describe('a deactivated farmer', () => {
  it('keeps no booking: the slots are available again, both users are notified, and the appointment is removed from both calendars', async () => {
    const [amina, okello, other] = [await signUpFarmer(server), await signUpExpert(server), await signUpFarmer(server)]
    const waiting = await createPendingBooking(server, amina, okello)
    const agreed = await createAppointment(server, amina, okello, hoursFromNow(server, 24 * 90))
    const others = await createPendingBooking(server, other, okello)
    const [farmerEmailCount, expertEmailCount] = [await countEmails(amina), await countEmails(okello)]
    expect((await changeAccount(amina, 'deactivate')).status).toBe(200)

    for (const { id } of [waiting, agreed]) {
      const { body } = await getBooking(server, okello, id)
      expect(body).toMatchObject({
        status: 'rejected',
        ended: 'closed',
        ended_by: 'farmer',
        slot: { state: 'available' },
      })
      expect((await listActions(id))[0]).toBe('booking.closed')
      expect((await answerBooking(server, okello, id, 'reject')).body.error).toBe('already_decided')
    }
    expect((await getBooking(server, other, others.id)).body.status).toBe('pending')
    expect((await bookSlot(server, other, agreed.slot.id)).status).toBe(201)

    const { results } = await fetchNotifications(server, okello)
    const closedNotifications = results.filter(({ type }) => type === 'booking_closed')
    expect(closedNotifications.map(({ subject }) => subject?.id).sort()).toEqual([waiting.id, agreed.id].sort())
    expect(
      closedNotifications.every(({ message }) => message.includes(`The account of ${amina.username} is closed`)),
    ).toBe(true)
    // The unread booking request is withdrawn.
    expect(results.filter(({ subject, type }) => subject?.id === waiting.id && type === 'booking_requested')).toEqual(
      [],
    )
    for (const emails of [await emailsSince(okello, expertEmailCount), await emailsSince(amina, farmerEmailCount)]) {
      const closing = emails.filter(({ subject }) => subject?.startsWith('Does not take place: '))
      expect(closing).toHaveLength(2)
      expect(closing.filter(({ method }) => method === 'CANCEL').map(({ sequence }) => sequence)).toEqual(['1'])
    }
    expect(await findInvariantViolations(server.app)).toEqual([])
  })

  it('gets no reminder, nor does the expert, and the booking stays closed after reactivation', async () => {
    const [amina, okello] = [await signUpFarmer(server), await signUpExpert(server)]
    const { id, selected_date } = await createAppointment(server, amina, okello, hoursFromNow(server, 24 * 120))
    await changeAccount(amina, 'deactivate')
    expect((await changeAccount(amina, 'reactivate')).status).toBe(200)
    const back = await signIn(server, amina.email)
    expect((await getBooking(server, back, id)).body).toMatchObject({
      status: 'rejected',
      ended: 'closed',
      ended_by: 'farmer',
    })
    await advanceClock(Date.parse(selected_date ?? '') - hours(24) - server.clock.now().getTime())
    await runReminders(server)
    for (const person of [await signIn(server, amina.email), await signIn(server, okello.email)])
      expect((await fetchNotifications(server, person)).results.map(({ type }) => type)).not.toContain(
        'booking_reminder',
      )
    expect((await server.emailsTo(okello.email)).at(-1)?.subject).toMatch(/^Does not take place/)
  })
})

describe('a deactivated expert', () => {
  it('has no open slots any more, and every farmer is notified of ended bookings; appointments that have begun stay', async () => {
    let [amina, joan, okello] = [await signUpFarmer(server), await signUpFarmer(server), await signUpExpert(server)]
    const begun = await createAppointment(server, amina, okello, hoursFromNow(server, 1))
    const free = await createFreeSlot(server, okello)
    const waiting = await createPendingBooking(server, joan, okello)
    const agreed = await createAppointment(server, joan, okello)
    await advanceClock(hours(1.5))
    ;[amina, joan, okello] = [
      await signIn(server, amina.email),
      await signIn(server, joan.email),
      await signIn(server, okello.email),
    ]
    expect((await changeAccount(okello, 'deactivate')).status).toBe(200)

    expect((await getBooking(server, amina, begun.id)).body).toMatchObject({ status: 'approved', ended: null })
    for (const { id } of [waiting, agreed])
      expect((await getBooking(server, joan, id)).body).toMatchObject({ ended: 'closed', ended_by: 'expert' })
    expect(
      (await fetchNotifications(server, joan)).results.filter(({ type }) => type === 'booking_closed'),
    ).toHaveLength(2)
    for (const slot of [free.id, waiting.slot.id, agreed.slot.id]) {
      expect((await getSlot(server, joan, slot)).status).toBe(404)
      expect((await bookSlot(server, joan, slot)).body.error).toBe('not_found')
    }
    await changeAccount(okello, 'reactivate')
    const list = await server.request('GET /api/consultations/availability-slots/all/', {
      token: joan.token,
      query: { expert: okello.id },
    })
    expect(list.body.filter(({ state }: { state: string }) => state === 'available')).toEqual([])
    expect((await bookSlot(server, joan, free.id)).body.error).toBe('slot_inactive')
    expect((await listActions(okello.id)).slice(0, 2)).toEqual(['user.reactivated', 'user.deactivated'])
    expect(await findInvariantViolations(server.app)).toEqual([])
  })
})

it('nothing stays open when an account is closed during a booking, an approval or a new slot', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const [amina, okello] = [await signUpFarmer(server), await signUpExpert(server)]
    const [slot, second] = [await createFreeSlot(server, okello), await createFreeSlot(server, okello)]
    const waiting = await createPendingBooking(server, amina, okello)
    const begin = hoursFromNow(server, 24 * 2000 + 10 * round)
    const closing = round % 2 === 0 ? [amina] : round % 3 === 0 ? [amina, okello] : [okello]
    const answers = await Promise.all([
      bookSlot(server, amina, slot.id),
      answerBooking(server, okello, waiting.id, 'approve', { selected_date: waiting.slot.start_time }),
      ...closing.map(person => changeAccount(person, 'deactivate')),
      bookSlot(server, amina, second.id),
      offerSlot(server, okello, begin.toISOString(), new Date(begin.getTime() + hours(1)).toISOString()),
    ])
    for (const { status, body } of answers) {
      expect(status, JSON.stringify(body)).toBeLessThan(500)
      outcomes.add(body?.error ?? String(status))
    }
    expect(answers.slice(2, 2 + closing.length).map(({ status }) => status)).toEqual(closing.map(() => 200))
  }
  expect(outcomes).toContain('200')
  expect(await findInvariantViolations(server.app)).toEqual([])
})

it('the database rejects closing an account with something open, and a booking or slot of a closed account', async () => {
  const [amina, okello] = [await signUpFarmer(server), await signUpExpert(server)]
  const slot = await createFreeSlot(server, okello)
  const agreed = await createAppointment(server, amina, okello)
  const close = ({ id }: TestUser) =>
    server.app.db.updateTable('users').set({ deactivated_at: server.clock.now() }).where('id', '=', id).execute()
  for (const person of [amina, okello])
    await expect(close(person)).rejects.toMatchObject({ constraint: 'users_closed_have_nothing_open' })
  await changeAccount(amina, 'deactivate')
  const now = server.clock.now()
  const { start_time, end_time } = await server.app.db
    .selectFrom('availability_slots')
    .select(['start_time', 'end_time'])
    .where('id', '=', slot.id)
    .executeTakeFirstOrThrow()
  const nothing = { ended: null, ended_by: null, ended_at: null, reason: null }
  const unset = { selected_date: null, selected_end: null, selected_at: null }
  const row = { slot_id: slot.id, expert_id: okello.id, slot_start: start_time, slot_end: end_time, created_at: now }
  await expect(
    server.app.db
      .insertInto('bookings')
      .values({ ...row, farmer_id: amina.id, ...nothing, ...unset })
      .execute(),
  ).rejects.toMatchObject({ constraint: 'bookings_of_open_accounts' })
  await changeAccount(okello, 'deactivate')
  const times = { start_time: hoursFromNow(server, 9000), end_time: hoursFromNow(server, 9001) }
  const open = { closed_at: null, closed_by: null, live_booking_id: null, is_generated: false, created_at: now }
  await expect(
    server.app.db
      .insertInto('availability_slots')
      .values({ expert_id: okello.id, ...times, ...open })
      .execute(),
  ).rejects.toMatchObject({ constraint: 'slots_of_open_accounts' })
  expect(
    (await server.app.db.selectFrom('bookings').select('ended').where('id', '=', agreed.id).execute())[0]?.ended,
  ).toBe('closed')
})
