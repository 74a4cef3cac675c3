import { type BookingMove, bookingMoves } from '@kutu/contract/booking-moves'
import type { Booking } from '@kutu/contract/consultations'

/** What became of a booking, as its farmer reads it: `over` is an appointment that has been. */
export type Outcome = 'pending' | 'approved' | 'over' | 'rejected' | 'cancelled' | 'expired'

export function outcomeOf({ status, ended, selected_end }: Booking, now: Date): Outcome {
  if (status === 'rejected') return ended ?? 'rejected'
  if (status === 'approved' && selected_end !== null && new Date(selected_end) <= now) return 'over'
  return status
}

/** An appointment can be cancelled until it begins. */
export function canCancel({ status, selected_date }: Booking, now: Date): boolean {
  const moves: readonly BookingMove[] = bookingMoves.farmer[status]
  return moves.includes('cancel') && (selected_date === null || new Date(selected_date) > now)
}
