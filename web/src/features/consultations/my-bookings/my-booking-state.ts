import { type BookingAction, bookingActions } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import { type BookingState, getBookingState, hasBegun } from '../shared/booking-state.ts'

/** Booking state for the farmer; `over` is an appointment in the past. */
export type MyBookingState = BookingState | 'over'

export function getMyBookingState(booking: Booking, now: Date): MyBookingState {
  const { status, selected_end: end } = booking
  return status === 'approved' && end !== null && new Date(end) <= now ? 'over' : getBookingState(booking)
}

/** Returns true until the appointment begins. */
export function canCancel(booking: Booking, now: Date): boolean {
  const actions: readonly BookingAction[] = bookingActions.farmer[booking.status]
  return actions.includes('cancel') && !hasBegun(booking, now)
}
