import { type BookingAction, bookingActions } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import { hasBegun } from '../shared/booking-state.ts'

/** The status of a booking in more words for the farmer: why it ended, or `over` for an appointment in the past. */
type MyBookingState = Booking['status'] | NonNullable<Booking['ended']> | 'over'

export function getMyBookingState({ status, ended, selected_end: end }: Booking, now: Date): MyBookingState {
  if (status === 'rejected') return ended ?? 'rejected'
  return status === 'approved' && end !== null && new Date(end) <= now ? 'over' : status
}

/** Returns true until the appointment begins. */
export function canCancel(booking: Booking, now: Date): boolean {
  const actions: readonly BookingAction[] = bookingActions.farmer[booking.status]
  return actions.includes('cancel') && !hasBegun(booking, now)
}

/** Returns the key of the sentence that says how a booking stands. */
export function getSentenceKey(booking: Booking, now: Date) {
  const { ended, ended_by } = booking
  const ownEnding = ended === 'closed' ? 'closed_own' : 'cancelled_by_you'
  return `my_bookings.${ended_by === 'farmer' ? ownEnding : getMyBookingState(booking, now)}` as const
}
