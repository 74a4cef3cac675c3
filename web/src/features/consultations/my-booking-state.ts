import { type BookingMove, bookingMoves } from '@kutu/contract/booking-moves'
import type { Booking } from '@kutu/contract/consultations'
import { type BookingState, hasBegun, stateOf } from './booking-times.ts'

/** What became of a booking, as its farmer reads it: `over` is an appointment that has been. */
export type Outcome = BookingState | 'over'

export function outcomeOf(booking: Booking, now: Date): Outcome {
  const { status, selected_end: end } = booking
  return status === 'approved' && end !== null && new Date(end) <= now ? 'over' : stateOf(booking)
}

/** An appointment can be cancelled until it begins. */
export function canCancel(booking: Booking, now: Date): boolean {
  const moves: readonly BookingMove[] = bookingMoves.farmer[booking.status]
  return moves.includes('cancel') && !hasBegun(booking, now)
}
