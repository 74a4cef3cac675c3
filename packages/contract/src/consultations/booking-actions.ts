/** State machine of bookings, for the policy and the buttons. No schemas here: the web bundles this file. */

export type BookingStatus = 'pending' | 'approved' | 'rejected'
export type BookingSide = 'farmer' | 'expert'
export type BookingAction = 'approve' | 'reject' | 'reschedule' | 'cancel'

/** Actions by role and status. An approved appointment can only be cancelled before it begins. */
export const bookingActions = {
  farmer: { pending: ['cancel'], approved: ['cancel'], rejected: [] },
  expert: { pending: ['approve', 'reject'], approved: ['reschedule', 'cancel'], rejected: [] },
} as const satisfies Record<BookingSide, Record<BookingStatus, readonly BookingAction[]>>

/** Maximum lengths of what a farmer writes with a booking, in characters. */
export const maxBookingTextLengths = { question: 500, place: 200 } as const

/** Maximum length of an expert's note on an appointment, in characters. */
export const maxOutcomeNoteLength = 1000

/** Maximum duration of an appointment, which also ends when its slot ends. */
export const maxAppointmentMinutes = 60

/** Returns the end of an appointment: an hour after its start, or the end of its slot if that is earlier. */
export const getAppointmentEnd = (start: Date, slotEnd: Date): Date =>
  new Date(Math.min(start.getTime() + maxAppointmentMinutes * 60_000, slotEnd.getTime()))

/** Limits of working hours, from which slots are generated. */
export const workingHourLimits = {
  appointmentMinutes: { min: 15, max: 240 },
  breakMinutes: { min: 0, max: 120 },
  daysAhead: { min: 1, max: 90 },
  maxPeriods: 28,
  maxDaysOff: 50,
} as const
