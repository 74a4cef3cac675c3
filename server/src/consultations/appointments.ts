import type { BookingMove } from '@kutu/contract/booking-moves'
import type { Booking } from '@kutu/contract/consultations'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { conflictOf } from '../db/conflicts.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { fieldMistake, refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { showBooking } from './booking-lists.ts'
import { freeSlot } from './bookings.ts'
import { lockSchedules } from './lock-schedules.ts'
import { tellOfBooking } from './news.ts'
import { endOfAppointment, sideOf, whyNotMoved } from './policy.ts'
import { readTime } from './zoned-time.ts'

export type Answer = {
  booking_id: string
  action: 'approve' | 'reject' | 'reschedule'
  selected_date?: string | null | undefined
  reason?: string | undefined
}

/**
 * An expert's answer to a booking of an own slot.
 * @throws Refusal not_found, already_decided, farmer_busy, expert_busy, appointment_begun, validation_failed for a date
 * that is missing, unreadable, past or not within the slot
 */
export async function answerBooking(app: App, caller: Caller, answer: Answer, origin: string): Promise<Booking> {
  const { booking_id: id, action, selected_date, reason } = answer
  if (action === 'reject') await endBooking(app, caller, id, { move: 'reject', reason })
  else await setAppointment(app, caller, { id, move: action, date: dateGiven(app, selected_date) })
  return showBooking(app, caller, id, origin)
}

function dateGiven(app: App, given: string | null | undefined): Date {
  if (given === null || given === undefined || given.trim() === '')
    throw fieldMistake('selected_date', 'field.required')
  const read = readTime(given, app.config.timeZone)
  if ('mistake' in read) throw fieldMistake('selected_date', read.mistake)
  return read.at
}

type Set = { id: string; move: 'approve' | 'reschedule'; date: Date }

async function setAppointment(app: App, caller: Caller, { id, move, date }: Set): Promise<void> {
  const event = move === 'approve' ? 'approved' : 'rescheduled'
  await moving(app, caller, { id, move }, async (tx, booking) => {
    const now = app.clock.now()
    if (date < booking.slot_start || date >= booking.slot_end) throw fieldMistake('selected_date', 'field.time_in_slot')
    if (date < now) throw fieldMistake('selected_date', 'field.time_past')
    if (booking.selected_date?.getTime() === date.getTime()) return
    await lockSchedules(tx, [booking.farmer_id, booking.expert_id])
    const after = { status: 'approved', selected_date: date, selected_end: endOfAppointment(date, booking.slot_end) }
    const { numUpdatedRows } = await tx
      .updateTable('bookings')
      .set({ ...after, status: 'approved', selected_at: now })
      .where('id', '=', id)
      .where('status', '=', booking.status)
      .where('selected_date', booking.selected_date ? '=' : 'is', booking.selected_date)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw refuse('already_decided')
    const before = { status: booking.status, selected_date: booking.selected_date }
    await note(app, tx, { actor: caller.id, action: `booking.${event}`, id, before, after })
    await tellOfBooking(app, tx, id, event)
  })
}

/**
 * Cancels a booking by one of its two parties: an approved one before it begins, a pending one by its farmer.
 * @throws Refusal not_found, already_decided, appointment_begun
 */
export async function cancelBooking(
  app: App,
  caller: Caller,
  id: string,
  { reason, origin }: { reason: string | undefined; origin: string },
): Promise<Booking> {
  await endBooking(app, caller, id, { move: 'cancel', reason })
  return showBooking(app, caller, id, origin)
}

/**
 * Cancels a farmer's booking while it is pending.
 * @throws Refusal not_found, already_decided
 */
export async function withdrawBooking(app: App, caller: Caller, id: string): Promise<void> {
  await endBooking(app, caller, id, { move: 'cancel', isPending: true })
}

type End = { move: 'reject' | 'cancel'; reason?: string | undefined; isPending?: boolean }

/** Ends a booking and frees its slot. */
async function endBooking(app: App, caller: Caller, id: string, { move, reason, isPending }: End): Promise<void> {
  const ended = move === 'reject' ? 'rejected' : 'cancelled'
  await moving(app, caller, { id, move, isPending }, async (tx, booking) => {
    if (!(await freeSlot(tx, booking))) throw refuse('already_decided')
    const after = { status: 'rejected', ended, ended_by: sideOf(caller), reason: reason ?? null } as const
    const { numUpdatedRows } = await tx
      .updateTable('bookings')
      .set({ ...after, ended_at: app.clock.now() })
      .where('id', '=', id)
      .where('status', '=', booking.status)
      .where('selected_date', booking.selected_date ? '=' : 'is', booking.selected_date)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw refuse('already_decided')
    const before = { status: booking.status }
    await note(app, tx, { actor: caller.id, action: `booking.${ended}`, id, before, after })
    await tellOfBooking(app, tx, id, ended)
  })
}

type Moved = Awaited<ReturnType<typeof ownBooking>>

/** Makes a move on an own booking if its state allows it; whoever is slower of two learns that it is decided. */
async function moving(
  app: App,
  caller: Caller,
  { id, move, isPending }: { id: string; move: BookingMove; isPending?: boolean | undefined },
  work: (tx: Tx, booking: Moved) => Promise<void>,
): Promise<void> {
  try {
    await write(app, async tx => {
      const booking = await ownBooking(tx, caller, id)
      if (isPending && booking.status !== 'pending') throw refuse('already_decided')
      const why = whyNotMoved(sideOf(caller), booking, move, app.clock.now())
      if (why) throw refuse(why)
      await work(tx, booking)
    })
  } catch (error) {
    throw conflictOf(error) ?? error
  }
}

async function ownBooking(tx: Tx, caller: Caller, id: string) {
  const booking = await tx
    .selectFrom('bookings')
    .select(['id', 'slot_id', 'expert_id', 'farmer_id', 'slot_start', 'slot_end', 'status', 'selected_date'])
    .where('id', '=', id)
    .where(sideOf(caller) === 'expert' ? 'expert_id' : 'farmer_id', '=', caller.id)
    .executeTakeFirst()
  if (!booking) throw refuse('not_found')
  return booking
}

type Note = {
  actor: string
  action: string
  id: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

const note = (app: App, tx: Tx, { actor, action, id, before, after }: Note) =>
  audit(app, tx, { actor, action, subject: { type: 'booking', id }, before, after })
