import type { AppointmentOutcome, Booking } from '@kutu/contract/consultations/consultations'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { showBooking } from '../bookings/booking-lists.ts'
import { getCallerSide } from '../policy.ts'

type OutcomeInput = { outcome: AppointmentOutcome; note?: string | undefined; origin: string }

/**
 * Records how an appointment of an expert went, once it has begun. A later call replaces outcome and note.
 * @throws ApiError not_found, already_decided, appointment_not_begun, appointment_rated if the farmer who is to have
 * missed it has rated it
 */
export async function recordOutcome(
  app: App,
  caller: Caller,
  id: string,
  { outcome, note, origin }: OutcomeInput,
): Promise<Booking> {
  await changeOutcome(app, caller, id, async (tx, { is_helpful, outcome: before }) => {
    if (outcome === 'missed' && is_helpful !== null) throw apiError('appointment_rated')
    await tx
      .updateTable('appointment_outcomes')
      .set({ outcome, note: note ?? null, recorded_at: app.clock.now() })
      .where('booking_id', '=', id)
      .execute()
    return { action: 'booking.recorded', before: { outcome: before }, after: { outcome } }
  })
  return showBooking(app.db, app, caller, id, origin)
}

/**
 * Records if an appointment of a farmer helped, once it has begun. A later call replaces the answer.
 * @throws ApiError not_found, already_decided, appointment_not_begun, appointment_missed
 */
export async function rateAppointment(
  app: App,
  caller: Caller,
  id: string,
  { isHelpful, origin }: { isHelpful: boolean; origin: string },
): Promise<Booking> {
  await changeOutcome(app, caller, id, async (tx, { is_helpful: before, outcome }) => {
    if (outcome === 'missed') throw apiError('appointment_missed')
    await tx
      .updateTable('appointment_outcomes')
      .set({ is_helpful: isHelpful, rated_at: app.clock.now() })
      .where('booking_id', '=', id)
      .execute()
    return { action: 'booking.rated', before: { is_helpful: before }, after: { is_helpful: isHelpful } }
  })
  return showBooking(app.db, app, caller, id, origin)
}

type Outcome = { outcome: AppointmentOutcome | null; is_helpful: boolean | null }
type Change = { action: string; before: Record<string, unknown>; after: Record<string, unknown> }

/** Locks the outcome of an own appointment that has begun, creating it if needed, and audits the change made to it. */
async function changeOutcome(
  app: App,
  caller: Caller,
  id: string,
  change: (tx: Tx, outcome: Outcome) => Promise<Change>,
): Promise<void> {
  await mapConstraintErrors(
    withTransaction(app, async tx => {
      const booking = await tx
        .selectFrom('bookings')
        .select(['expert_id', 'farmer_id', 'status', 'selected_date'])
        .where('id', '=', id)
        .where(getCallerSide(caller) === 'expert' ? 'expert_id' : 'farmer_id', '=', caller.id)
        .executeTakeFirstOrThrow(() => apiError('not_found'))
      const { expert_id, farmer_id, status, selected_date } = booking
      if (status === 'rejected') throw apiError('already_decided')
      if (selected_date === null || selected_date > app.clock.now()) throw apiError('appointment_not_begun')
      // Relies on trigger outcomes_of_approved_bookings.
      await insertInto(tx, 'appointment_outcomes', {
        booking_id: id,
        expert_id,
        farmer_id,
        outcome: null,
        note: null,
        recorded_at: null,
        is_helpful: null,
        rated_at: null,
      })
        .onConflict(conflict => conflict.column('booking_id').doNothing())
        .execute()
      const outcome = await tx
        .selectFrom('appointment_outcomes')
        .select(['outcome', 'is_helpful'])
        .where('booking_id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const { action, before, after } = await change(tx, outcome)
      await audit(app, tx, { actor: caller.id, action, subject: { type: 'booking', id }, before, after })
    }),
  )
}
