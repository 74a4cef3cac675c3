import { type BookingAction, bookingActions } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import { type BookingState, getBookingState, hasBegun } from '../shared/booking-state.ts'

/** What became of a booking, as its farmer reads it: `over` is an appointment that has been. */
export type MyBookingState = BookingState | 'over'

export function getMyBookingState(booking: Booking, now: Date): MyBookingState {
  const { status, selected_end: end } = booking
  return status === 'approved' && end !== null && new Date(end) <= now ? 'over' : getBookingState(booking)
}

/** An appointment can be cancelled until it begins. */
export function canCancel(booking: Booking, now: Date): boolean {
  const actions: readonly BookingAction[] = bookingActions.farmer[booking.status]
  return actions.includes('cancel') && !hasBegun(booking, now)
}
