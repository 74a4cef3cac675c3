import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  bookSlot,
  createAppointment,
  createFreeSlot,
  createPendingBooking,
  endSlot,
  hour,
  hoursFromNow,
} from '../../testing/features/consultations.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let okello: TestUser
let anna: TestUser
const begin = () => hoursFromNow(server, 1000)
const slots: Record<'free' | 'free2' | 'ended' | 'held' | 'agreed' | 'beside', string> = {
  free: '',
  free2: '',
  ended: '',
  held: '',
  agreed: '',
  beside: '',
}
const bookings: Record<'pending' | 'approved' | 'beside', string> = { pending: '', approved: '', beside: '' }

beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  okello = await signUpExpert(server)
  anna = await signUpExpert(server)
  slots.free = (await createFreeSlot(server, okello, hoursFromNow(server, 500))).id
  slots.free2 = (await createFreeSlot(server, okello, hoursFromNow(server, 600))).id
  slots.ended = (await createFreeSlot(server, okello, hoursFromNow(server, 700))).id
  await endSlot(server, okello, slots.ended)
  const pending = await createPendingBooking(server, grace, okello, hoursFromNow(server, 800))
  const approved = await createAppointment(server, grace, okello, begin())
  slots.beside = (await createFreeSlot(server, anna, new Date(begin().getTime() + 0.5 * hour))).id
  bookings.beside = (await bookSlot(server, grace, slots.beside)).body.id
  Object.assign(slots, { held: pending.slot.id, agreed: approved.slot.id })
  Object.assign(bookings, { pending: pending.id, approved: approved.id })
})
afterAll(() => server.close())

const insertSlot = (by: TestUser, role: string, start: string, end: string) => sql`
  insert into availability_slots (expert_id, expert_role, start_time, end_time, created_at)
  values (${by.id}, ${role}, now() + ${start}::interval, now() + ${end}::interval, now())`
const insertBooking = (slot: string, by: TestUser, role = 'farmer') => sql`
  insert into bookings (slot_id, expert_id, slot_start, slot_end, farmer_id, farmer_role, created_at)
  select id, expert_id, start_time, end_time, ${by.id}, ${role}, now() from availability_slots where id = ${slot}`
const approve = (id: string, more: RawBuilder<unknown> = sql``) => sql`
  update bookings set status = 'approved', selected_at = now(), selected_date = slot_start,
    selected_end = slot_start + interval '1 hour' ${more} where id = ${id}`
const move = (date: RawBuilder<unknown>, end: RawBuilder<unknown>) =>
  sql`update bookings set selected_date = ${date}, selected_end = ${end} where id = ${bookings.approved}`
const end = (id: string, ended: string, by: string | null, at: RawBuilder<unknown> = sql`now()`) =>
  sql`update bookings set status = 'rejected', ended = ${ended}, ended_by = ${by}, ended_at = ${at} where id = ${id}`

const attempts: Record<string, [constraint: string, () => RawBuilder<unknown>]> = {
  'a slot of a farmer': ['slots_are_of_experts', () => insertSlot(grace, 'expert', '1 day', '2 days')],
  'a slot with another role': ['expert_role_check', () => insertSlot(grace, 'farmer', '1 day', '2 days')],
  'a slot that ends before it begins': [
    'slots_end_after_they_begin',
    () => insertSlot(anna, 'expert', '2 days', '1 day'),
  ],
  'a slot of zero length': ['slots_end_after_they_begin', () => insertSlot(anna, 'expert', '2 days', '2 days')],
  'a slot that begins in the past': ['slots_begin_ahead', () => insertSlot(anna, 'expert', '-1 hour', '2 days')],
  'overlapping active slots of an expert': [
    'slots_do_not_overlap',
    () =>
      sql`update availability_slots set start_time = (select start_time from availability_slots where id = ${slots.free}) where id = ${slots.free2}`,
  ],
  'a booked slot that is deactivated': [
    'slots_booked_stay_open',
    () =>
      sql`update availability_slots set is_active = false, closed_by = 'expert', closed_at = now() where id = ${slots.held}`,
  ],
  'a slot that is closed without a reason': [
    'slots_closed_by_somebody',
    () => sql`update availability_slots set is_active = false where id = ${slots.free}`,
  ],
  'a slot that expires before its end': [
    'slots_over_when_over',
    () =>
      sql`update availability_slots set is_active = false, closed_by = 'time', closed_at = now() where id = ${slots.free}`,
  ],
  'a booked slot without a booking': [
    'slots_held_by_live_bookings',
    () => sql`update availability_slots set live_booking_id = gen_random_uuid() where id = ${slots.free}`,
  ],
  'a slot held by the booking of another slot': [
    'slots_held',
    () => sql`update availability_slots set live_booking_id = ${bookings.pending} where id = ${slots.free}`,
  ],
  'a booked slot without its booking': [
    'bookings_hold_their_slot',
    () => sql`update availability_slots set live_booking_id = null where id = ${slots.held}`,
  ],
  'a booking that ends and keeps its slot': [
    'slots_held_by_live_bookings',
    () => end(bookings.pending, 'cancelled', 'farmer'),
  ],
  'a booked slot with new times': [
    'bookings_know_their_slot',
    () => sql`update availability_slots set end_time = end_time + interval '1 hour' where id = ${slots.held}`,
  ],
  'two live bookings of a slot': ['bookings_one_live_of_a_slot', () => insertBooking(slots.held, grace)],
  'a booking that holds no slot': ['bookings_hold_their_slot', () => insertBooking(slots.free, grace)],
  'a booking of an inactive slot': ['bookings_hold_their_slot', () => insertBooking(slots.ended, grace)],
  'an inactive slot that is booked': [
    'slots_booked_stay_open',
    () => sql`update availability_slots set live_booking_id = gen_random_uuid() where id = ${slots.ended}`,
  ],
  'a booking by an expert': ['bookings_are_of_farmers', () => insertBooking(slots.free, okello)],
  'a booking with another role': ['farmer_role_check', () => insertBooking(slots.free, okello, 'expert')],
  'a booking made after its slot began': [
    'bookings_before_the_slot_begins',
    () => sql`update bookings set created_at = slot_start where id = ${bookings.pending}`,
  ],
  'a booking of another expert than its slot’s': [
    'bookings_know_their_slot',
    () => sql`update bookings set expert_id = ${anna.id} where id = ${bookings.pending}`,
  ],
  'an approval without a time': [
    'bookings_approved_for_a_time',
    () => sql`update bookings set status = 'approved' where id = ${bookings.pending}`,
  ],
  'a time without an approval': [
    'bookings_approved_for_a_time',
    () => sql`update bookings set selected_date = slot_start, selected_end = slot_end, selected_at = now()
      where id = ${bookings.pending}`,
  ],
  'an appointment before its slot': [
    'bookings_appointment_in_the_slot',
    () => move(sql`slot_start - interval '1 minute'`, sql`slot_end`),
  ],
  'an appointment after its slot': [
    'bookings_appointment_in_the_slot',
    () => move(sql`slot_start`, sql`slot_end + interval '1 minute'`),
  ],
  'an appointment of zero length': ['bookings_appointment_in_the_slot', () => move(sql`slot_start`, sql`slot_start`)],
  'an appointment made in the past': [
    'bookings_appointment_ahead',
    () => sql`update bookings set selected_at = selected_date + interval '1 minute' where id = ${bookings.approved}`,
  ],
  'overlapping appointments of a farmer': ['bookings_farmer_is_in_one_place', () => approve(bookings.beside)],
  'a rejected booking without its reason for ending': [
    'bookings_ended_when_rejected',
    () => sql`update bookings set status = 'rejected' where id = ${bookings.pending}`,
  ],
  'a rejection by the farmer': ['bookings_rejected_by_experts', () => end(bookings.pending, 'rejected', 'farmer')],
  'a cancellation without its side': ['bookings_ended_by_somebody', () => end(bookings.pending, 'cancelled', null)],
  'a booking that expires too soon': ['bookings_expired_when_over', () => end(bookings.pending, 'expired', null)],
  'an appointment cancelled when it has begun': [
    'bookings_cancelled_in_time',
    () => end(bookings.approved, 'cancelled', 'farmer', sql`selected_date`),
  ],
  'a reason without an end': [
    'bookings_reason_of_an_end',
    () => sql`update bookings set reason = 'x' where id = ${bookings.pending}`,
  ],
}

it.each(Object.keys(attempts))('the database rejects %s', async what => {
  const [constraint, attempt] = attempts[what] ?? []
  if (!constraint || !attempt) throw new Error('no such attempt')
  await expect(attempt().execute(server.app.db)).rejects.toThrow(constraint)
})

it('the database rejects two simultaneous appointments of an expert, even if two slots could overlap', async () => {
  const farmer = await signUpFarmer(server)
  const tried = server.app.db.transaction().execute(async tx => {
    await sql`alter table availability_slots drop constraint slots_do_not_overlap`.execute(tx)
    const begins = sql`(select start_time + interval '10 minutes' from availability_slots where id = ${slots.agreed})`
    const { rows } = await sql<{ slot: string; booking: string }>`
      with slot as (
        insert into availability_slots (expert_id, start_time, end_time, created_at)
        values (${okello.id}, ${begins}, ${begins} + interval '2 hours', now()) returning *
      )
      insert into bookings (slot_id, expert_id, slot_start, slot_end, farmer_id, created_at)
      select id, expert_id, start_time, end_time, ${farmer.id}, now() from slot
      returning id as booking, slot_id as slot`.execute(tx)
    const [made] = rows
    await sql`update availability_slots set live_booking_id = ${made?.booking} where id = ${made?.slot}`.execute(tx)
    await approve(made?.booking ?? '').execute(tx)
  })
  await expect(tried).rejects.toThrow('bookings_expert_is_in_one_place')
})
