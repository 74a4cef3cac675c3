import { randomUUID } from 'node:crypto'
import type { Booking } from '@kutu/contract/consultations/consultations'
import type { App } from '../../../context.ts'
import { advisoryLock } from '../../../platform/db/advisory-lock.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { isBookableExpert } from '../../accounts/experts/bookable-experts.ts'
import { lockUsersForShare } from '../../accounts/users/users.ts'
import { type NotifiedBooking, notifiedColumns, notifyBookingEvent } from '../notifications/booking-notifications.ts'
import { checkCanBook, limits } from '../policy.ts'
import { type SlotRow, slotColumns } from '../slots/present-slot.ts'
import { showBooking } from './booking-lists.ts'
import { type BookingRequest, insertBookingRequest } from './booking-requests.ts'

/**
 * Books a slot for the first farmer who requests it.
 * @throws ApiError not_found, slot_taken, slot_inactive, slot_past, too_many_pending; validation_failed for an analysis of
 * somebody else
 */
export async function bookSlot(
  db: Db,
  app: App,
  caller: Caller,
  { slotId, request, origin }: { slotId: string; request: BookingRequest; origin: string },
): Promise<Booking> {
  const id = randomUUID()
  await mapConstraintErrors(
    withTransaction(db, async tx => {
      await enforcePendingLimit(app, tx, caller)
      const slot = await requireBookableSlot(app, tx, slotId)
      // Users are locked before slots: this waits for an account that is being closed instead of failing at commit.
      await lockUsersForShare(tx, [caller.id, slot.expert_id])
      if (!(await claimSlot(app, tx, slotId, id))) {
        // The slot has changed since it was read: report its current state.
        await requireBookableSlot(app, tx, slotId)
        throw apiError('slot_taken')
      }
      const booking = await insertBooking(app, tx, caller, { id, slot })
      await insertBookingRequest(tx, caller, id, request)
      await notifyBookingEvent(app, tx, booking, 'booked')
    }),
  )
  return showBooking(db, app, caller, id, origin)
}

/**
 * Serializes the bookings of one farmer and checks the limit of pending ones, so that simultaneous requests all count.
 */
async function enforcePendingLimit(app: App, tx: Tx, { id }: Caller): Promise<void> {
  if (!app.config.rateLimits) return
  await advisoryLock(tx, `bookings ${id}`)
  const { maxPendingBookings: max } = limits
  const pending = tx.selectFrom('bookings').select('id').where('farmer_id', '=', id).where('status', '=', 'pending')
  if ((await pending.limit(max).execute()).length === max) throw apiError('too_many_pending', { values: { max } })
}

async function requireBookableSlot(app: App, tx: Tx, slotId: string): Promise<SlotRow> {
  const slot = await tx.selectFrom('availability_slots').select(slotColumns).where('id', '=', slotId).executeTakeFirst()
  if (!slot || !(await isBookableExpert(tx, slot.expert_id))) throw apiError('not_found')
  const code = checkCanBook(slot, app.clock.now())
  if (code) throw apiError(code)
  return slot
}

/** Claims the slot with one conditional update: of simultaneous requests exactly one succeeds. */
async function claimSlot(app: App, tx: Tx, slotId: string, bookingId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('availability_slots')
    .set({ live_booking_id: bookingId })
    .where('id', '=', slotId)
    .where('is_active', '=', true)
    .where('live_booking_id', 'is', null)
    .where('start_time', '>', app.clock.now())
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Releases the slot that a booking holds; returns false if the booking no longer holds it. Call it before the booking
 * itself is changed.
 */
export async function releaseSlot(tx: Tx, { id, slot_id }: { id: string; slot_id: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('availability_slots')
    .set({ live_booking_id: null })
    .where('id', '=', slot_id)
    .where('live_booking_id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function insertBooking(
  app: App,
  tx: Tx,
  caller: Caller,
  { id, slot }: { id: string; slot: SlotRow },
): Promise<NotifiedBooking> {
  // Relies on trigger bookings_of_open_accounts.
  const booking = await insertInto(tx, 'bookings', {
    id,
    slot_id: slot.id,
    expert_id: slot.expert_id,
    slot_start: slot.start_time,
    slot_end: slot.end_time,
    farmer_id: caller.id,
    ended: null,
    ended_by: null,
    ended_at: null,
    reason: null,
    selected_date: null,
    selected_end: null,
    selected_at: null,
    created_at: app.clock.now(),
  })
    .returning(notifiedColumns)
    .executeTakeFirstOrThrow()
  await audit(app, tx, {
    actor: caller.id,
    action: 'booking.added',
    subject: { type: 'booking', id },
    after: { status: 'pending', slot: slot.id },
  })
  return booking
}
