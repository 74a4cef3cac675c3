import { type BookingAction, getAppointmentEnd } from '@kutu/contract/consultations/booking-actions'
import type { Booking, BookingDecision } from '@kutu/contract/consultations/consultations'
import { sql, type Updateable } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError, fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { notifyBookingEvent } from '../notifications/booking-notifications.ts'
import { checkBookingAction, getCallerSide } from '../policy.ts'
import { type BusyRange, findNextFreeTime, lockSchedules, parseTimeField, toUserTimes } from '../schedules.ts'
import type { ConsultationsTables } from '../tables.ts'
import { releaseSlot } from './bookings.ts'
import { type BookingRow, presentBooking, selectBookings } from './present-booking.ts'

/**
 * Applies an expert's answer to a booking of one of their own slots.
 * @throws ApiError not_found, already_decided, farmer_busy, expert_busy, appointment_begun, validation_failed for a
 * date that is missing, invalid, in the past or outside the slot
 */
export async function answerBooking(
  app: App,
  caller: Caller,
  decision: BookingDecision,
  origin: string,
): Promise<Booking> {
  const { booking_id: id, action, selected_date, reason } = decision
  const booking =
    action === 'reject'
      ? await endBooking(app.db, app, caller, id, { action: 'reject', reason })
      : await setAppointment(app, caller, { id, action, startsAt: parseSelectedDate(app, selected_date) })
  return presentBooking(app.db, app, booking, origin)
}

function parseSelectedDate(app: App, value: string | null | undefined): Date {
  if (value === null || value === undefined || value.trim() === '') throw fieldError('selected_date', 'field.required')
  const parsed = parseTimeField(value, app.config.timeZone)
  if ('errorKey' in parsed) throw fieldError('selected_date', parsed.errorKey)
  return parsed.instant
}

type AppointmentChange = { id: string; action: 'approve' | 'reschedule'; startsAt: Date }

async function setAppointment(
  app: App,
  caller: Caller,
  { id, action, startsAt }: AppointmentChange,
): Promise<BookingRow> {
  const event = action === 'approve' ? 'approved' : 'rescheduled'
  return updateOwnBooking(app.db, app, caller, { id, action }, async (tx, booking) => {
    const now = app.clock.now()
    if (startsAt < booking.slot_start || startsAt >= booking.slot_end)
      throw fieldError('selected_date', 'field.time_in_slot')
    if (startsAt < now) throw fieldError('selected_date', 'field.time_past')
    if (booking.selected_date?.getTime() === startsAt.getTime()) return booking
    await lockSchedules(tx, [booking.farmer_id, booking.expert_id])
    await assertFarmerIsFree(app, tx, caller, booking, startsAt)
    const selected_end = getAppointmentEnd(startsAt, booking.slot_end)
    const after = { status: 'approved', selected_date: startsAt, selected_end } as const
    const updated = await updateUnchanged(tx, booking, { ...after, selected_at: now })
    const before = { status: booking.status, selected_date: booking.selected_date }
    await audit(app, tx, {
      actor: caller.id,
      action: `booking.${event}`,
      subject: { type: 'booking', id },
      before,
      after,
    })
    await saveFirstReply(tx, booking, now)
    await notifyBookingEvent(app, tx, updated, event)
    return updated
  })
}

/** Notes how long the farmer waited for the expert's first answer to a booking. Later answers change nothing. */
async function saveFirstReply(
  tx: Tx,
  { id, expert_id, created_at }: { id: string; expert_id: string; created_at: Date },
  now: Date,
): Promise<void> {
  const seconds = Math.max(0, Math.round((now.getTime() - created_at.getTime()) / 1000))
  await insertInto(tx, 'booking_replies', { booking_id: id, expert_id, seconds, replied_at: now })
    .onConflict(conflict => conflict.column('booking_id').doNothing())
    .execute()
}

/** Shortest rest of a slot that is offered for an appointment. */
const minOfferedMs = 15 * 60_000

/**
 * Checks before the exclusion constraint does, which cannot say what is in the way. Call it after `lockSchedules`.
 * @throws ApiError farmer_busy with the time of the other appointment and the next free one in the slot, if there is one
 */
async function assertFarmerIsFree(
  app: App,
  tx: Tx,
  caller: Caller,
  { id, farmer_id, slot_start, slot_end }: BookingRow,
  startsAt: Date,
): Promise<void> {
  const { rows: busy } = await sql<BusyRange>`
    select selected_date as start, selected_end as end from bookings
    where farmer_id = ${farmer_id}::uuid and status = 'approved' and id <> ${id}::uuid
      and tstzrange(selected_date, selected_end) && tstzrange(${slot_start}::timestamptz, ${slot_end}::timestamptz)
    order by selected_date`.execute(tx)
  const end = getAppointmentEnd(startsAt, slot_end)
  const overlap = busy.find(range => range.start < end && range.end > startsAt)
  if (!overlap) return
  const free = findNextFreeTime(startsAt, end.getTime() - startsAt.getTime(), busy)
  const isOffered = free.getTime() + minOfferedMs <= slot_end.getTime()
  const values = await toUserTimes(app, tx, caller.id, { ...overlap, free })
  throw apiError('farmer_busy', { values: { known: isOffered ? 'offer' : 'none', ...values } })
}

/**
 * Cancels a booking for one of its two parties: an approved one before it begins, or a pending one by its farmer.
 * @throws ApiError not_found, already_decided, appointment_begun
 */
export async function cancelBooking(
  db: Db,
  app: App,
  caller: Caller,
  id: string,
  { reason, origin }: { reason: string | undefined; origin: string },
): Promise<Booking> {
  return presentBooking(db, app, await endBooking(db, app, caller, id, { action: 'cancel', reason }), origin)
}

/**
 * Cancels a farmer's booking while it is pending.
 * @throws ApiError not_found, already_decided
 */
export async function withdrawBooking(app: App, caller: Caller, id: string): Promise<void> {
  await endBooking(app.db, app, caller, id, { action: 'cancel', isPending: true })
}

type EndOptions = { action: 'reject' | 'cancel'; reason?: string | undefined; isPending?: boolean }

/**
 * Ends the live booking of an own slot: rejects it while it is pending, cancels the appointment otherwise. Call it in the
 * transaction that has locked the slot.
 * @throws ApiError appointment_begun
 */
export async function endLiveBooking(app: App, tx: Tx, caller: Caller, bookingId: string): Promise<void> {
  const { status } = await tx
    .selectFrom('bookings')
    .select('status')
    .where('id', '=', bookingId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await endBooking(tx, app, caller, bookingId, { action: status === 'pending' ? 'reject' : 'cancel' })
}

/** Ends a booking and releases its slot. */
async function endBooking(
  db: Db,
  app: App,
  caller: Caller,
  id: string,
  { action, reason, isPending }: EndOptions,
): Promise<BookingRow> {
  const ended = action === 'reject' ? 'rejected' : 'cancelled'
  return updateOwnBooking(db, app, caller, { id, action, isPending }, async (tx, booking) => {
    if (!(await releaseSlot(tx, booking))) throw apiError('already_decided')
    const after = { status: 'rejected', ended, ended_by: getCallerSide(caller), reason: reason ?? null } as const
    const updated = await updateUnchanged(tx, booking, { ...after, ended_at: app.clock.now() })
    const before = { status: booking.status }
    await audit(app, tx, {
      actor: caller.id,
      action: `booking.${ended}`,
      subject: { type: 'booking', id },
      before,
      after,
    })
    if (action === 'reject') await saveFirstReply(tx, booking, app.clock.now())
    await notifyBookingEvent(app, tx, updated, ended)
    return { ...updated, is_booked: false }
  })
}

/**
 * Changes a booking only if it still is as it was read (compare-and-swap), so that a decision is made once.
 * @returns the changed booking
 * @throws ApiError already_decided
 */
async function updateUnchanged(
  tx: Tx,
  booking: BookingRow,
  changes: Updateable<ConsultationsTables['bookings']>,
): Promise<BookingRow> {
  // Relies on trigger appointments_of_open_accounts.
  const updated = await tx
    .updateTable('bookings')
    .set(changes)
    .where('id', '=', booking.id)
    .where('status', '=', booking.status)
    .where('selected_date', booking.selected_date ? '=' : 'is', booking.selected_date)
    .returning(['status', 'ended', 'ended_by', 'reason', 'selected_date', 'selected_end'])
    .executeTakeFirstOrThrow(() => apiError('already_decided'))
  return { ...booking, ...updated }
}

/**
 * Changes an own booking if its status allows the action.
 * @throws ApiError not_found; already_decided, also if another request changed it first
 */
async function updateOwnBooking(
  db: Db,
  app: App,
  caller: Caller,
  { id, action, isPending }: { id: string; action: BookingAction; isPending?: boolean | undefined },
  apply: (tx: Tx, booking: BookingRow) => Promise<BookingRow>,
): Promise<BookingRow> {
  return mapConstraintErrors(
    withTransaction(db, async tx => {
      const booking = await selectBookings(tx)
        .where('b.id', '=', id)
        .where(getCallerSide(caller) === 'expert' ? 'b.expert_id' : 'b.farmer_id', '=', caller.id)
        .executeTakeFirstOrThrow(() => apiError('not_found'))
      if (isPending && booking.status !== 'pending') throw apiError('already_decided')
      const code = checkBookingAction(getCallerSide(caller), booking, action, app.clock.now())
      if (code) throw apiError(code)
      return apply(tx, booking)
    }),
  )
}
