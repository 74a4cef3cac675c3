/** What may become of bookings, and by whose hand: the buttons and the policy both read it. Free of schemas: the web carries it. */

export type BookingStatus = 'pending' | 'approved' | 'rejected'
export type BookingAction = 'approve' | 'reject' | 'reschedule' | 'cancel'

/** Whoever cancels an approved appointment does so before it begins. */
export const bookingActions = {
  farmer: { pending: ['cancel'], approved: ['cancel'], rejected: [] },
  expert: { pending: ['approve', 'reject'], approved: ['reschedule', 'cancel'], rejected: [] },
} as const satisfies Record<'farmer' | 'expert', Record<BookingStatus, readonly BookingAction[]>>

/** In how many weeks a slot may be repeated in one go. */
export const maxRepeatWeeks = 26

/** How long a talk lasts at most; it also ends with its slot. */
export const maxAppointmentMinutes = 60
