import { z } from 'zod'
import {
  arrayPageQuery,
  cropType,
  cursor,
  id,
  idParams,
  instant,
  optionalText,
  pageQuery,
  paginated,
} from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { maxRepeatWeeks } from './booking-actions.ts'

/** Old clients know these three: whatever became of a booking that no longer holds its slot is `rejected` to them. */
export const bookingStatus = z.enum(['pending', 'approved', 'rejected'])
/** What `rejected` was: by the expert before it was approved, by either of the two, by nobody in time, or because an account closed. */
export const bookingEndReason = z.enum(['rejected', 'cancelled', 'expired', 'closed'])
/** `past` has begun without being booked. */
export const slotState = z.enum(['available', 'booked', 'inactive', 'past'])
export type SlotState = z.infer<typeof slotState>

const localTime = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .describe(
    '`YYYY-MM-DD HH:MM:SS` with or without an offset, or ISO 8601; without an offset it is of the server’s time zone',
  )
const timeZone = z.string().trim().min(1).max(60)

export const slotExpert = z.object({
  id,
  bio: z.string(),
  areas_of_expertise: z.string(),
  certifications: z.string(),
  languages_spoken: z.string(),
  institution: z.string(),
  experience_years: z.number().int(),
  user: z.object({ id, username: z.string() }),
  /** A link an `<img>` can show for the next hour; null without one, and of an expert who left or whose account is closed. */
  photo: z.string().nullable(),
})
export type SlotExpert = z.infer<typeof slotExpert>

const slotFields = { id, start_time: instant, end_time: instant, is_active: z.boolean(), is_booked: z.boolean() }

export const slot = z.object({ ...slotFields, state: slotState, expert: slotExpert })
export type Slot = z.infer<typeof slot>

/** How the two reach each other: once the booking is approved. */
const contact = z.object({ email: z.string(), phone_number: z.string().nullable() }).nullable()

export const booking = z.object({
  id,
  status: bookingStatus,
  /** Null unless the status is `rejected`. */
  ended: bookingEndReason.nullable(),
  /** Who rejected or cancelled it, or whose account closed; null for nobody. */
  ended_by: z.enum(['farmer', 'expert']).nullable(),
  /** What they said about it. */
  reason: z.string().nullable(),
  /** When the talk begins, and by when it is over at the latest. */
  selected_date: instant.nullable(),
  selected_end: instant.nullable(),
  created_at: instant,
  farmer: z.object({ id, username: z.string(), email: z.string(), phone_number: z.string().nullable() }),
  expert: slotExpert.extend({ contact }),
  slot: z.object({ ...slotFields, state: slotState }),
})
export type Booking = z.infer<typeof booking>

const slotFilters = {
  /** Part of one of the expert's areas. */
  expertise: optionalText(100),
  /** Part of the name of a language the expert speaks. */
  language: optionalText(100),
  /** A day in the server's time zone, or in `time_zone`: slots that begin on it. */
  date: optionalText(20),
  time_zone: optionalText(60),
  /** Experts whose areas name the crop. */
  crop_type: cropType.optional(),
  expert: id.optional(),
  status: slotState.extract(['available', 'booked']).optional(),
}

const reason = optionalText(500)

export const consultations = {
  createSlot: endpoint({
    method: 'POST',
    path: '/api/consultations/availability-slots/',
    access: 'expert',
    summary: 'Offer a time to talk; shown to farmers once the expert is approved',
    body: z.object({ start_time: localTime, end_time: localTime }),
    status: 201,
    reply: slot,
    errors: ['slot_overlaps'],
    rateLimit: { max: 300, seconds: 3600, by: 'user' },
  }),
  repeatSlot: endpoint({
    method: 'POST',
    path: '/api/consultations/availability-slots/weekly/',
    access: 'expert',
    summary: 'Offer the same time of day in so many weeks, the first included: all of them or none',
    body: z.object({
      start_time: localTime,
      end_time: localTime,
      weeks: z.number().int().min(1).max(maxRepeatWeeks),
      /** Where the clock shows the same time every week, daylight saving or not; left out, the server's zone. */
      time_zone: timeZone.optional(),
    }),
    status: 201,
    reply: z.object({ results: z.array(slot) }),
    /** `errors` of `slot_overlaps` names each clash as `weeks.1`, `weeks.2` … */
    errors: ['slot_overlaps'],
    rateLimit: { max: 60, seconds: 3600, by: 'user' },
  }),
  listMySlots: endpoint({
    method: 'GET',
    path: '/api/consultations/availability-slots/',
    access: 'expert',
    summary: 'Own slots, the latest first',
    query: pageQuery.extend({
      after: cursor,
      status: slotState.extract(['available', 'booked', 'inactive']).optional(),
    }),
    status: 200,
    reply: paginated(slot),
  }),
  endSlot: endpoint({
    method: 'PUT',
    path: '/api/consultations/availability-slots/end/{id}/',
    access: 'expert',
    summary: 'Deactivate an own slot that nobody has booked',
    params: idParams,
    status: 200,
    reply: slot,
    errors: ['not_found', 'slot_booked', 'slot_inactive'],
  }),
  listSlots: endpoint({
    method: 'GET',
    path: '/api/consultations/availability-slots/all/',
    access: 'farmer',
    summary: 'Upcoming active slots of approved experts, booked or not, the soonest first',
    query: arrayPageQuery.extend({ ...slotFilters, after: cursor }),
    status: 200,
    isLinkPaginated: true,
    reply: z.array(slot),
  }),
  listSlotFilters: endpoint({
    method: 'GET',
    path: '/api/consultations/availability-slots/filters/',
    access: 'farmer',
    summary: 'What the experts with upcoming slots know and speak: words to filter by',
    status: 200,
    reply: z.object({ expertise: z.array(z.string()), languages: z.array(z.string()) }),
  }),
  showSlot: endpoint({
    method: 'GET',
    path: '/api/consultations/availability-slots/{id}/',
    access: 'farmer or expert',
    summary: 'One slot as it stands now: an own one, or one of an approved expert',
    params: idParams,
    status: 200,
    reply: slot,
    errors: ['not_found'],
  }),
  bookSlot: endpoint({
    method: 'POST',
    path: '/api/consultations/consultations/',
    access: 'farmer',
    summary: 'Book a slot; the expert then approves or rejects',
    body: z.object({ slot_id: id }),
    status: 201,
    reply: booking,
    errors: ['not_found', 'slot_taken', 'slot_inactive', 'slot_past', 'too_many_pending'],
    rateLimit: { max: 300, seconds: 3600, by: 'user' },
  }),
  listMyBookings: endpoint({
    method: 'GET',
    path: '/api/consultations/consultations/',
    access: 'farmer',
    summary: 'Own bookings, newest first',
    query: arrayPageQuery.extend({ after: cursor, status: bookingStatus.optional() }),
    status: 200,
    isLinkPaginated: true,
    reply: z.array(booking),
  }),
  showBooking: endpoint({
    method: 'GET',
    path: '/api/consultations/consultations/{id}/',
    access: 'farmer or expert',
    summary: 'One booking, for its farmer and its expert',
    params: idParams,
    status: 200,
    reply: booking,
    errors: ['not_found'],
  }),
  withdrawBooking: endpoint({
    method: 'DELETE',
    path: '/api/consultations/consultations/{id}/',
    access: 'farmer',
    summary: 'Cancel an own booking while it is pending, which frees the slot',
    params: idParams,
    status: 204,
    reply: z.void(),
    errors: ['not_found', 'already_decided'],
  }),
  cancelBooking: endpoint({
    method: 'PUT',
    path: '/api/consultations/consultations/{id}/cancel/',
    access: 'farmer or expert',
    summary:
      'Cancel an approved appointment that has not begun, which frees the slot; a farmer may cancel a pending one too',
    params: idParams,
    body: z.object({ reason }),
    status: 200,
    reply: booking,
    errors: ['not_found', 'already_decided', 'appointment_begun'],
  }),
  showCalendar: endpoint({
    method: 'GET',
    path: '/api/consultations/consultations/{id}/calendar.ics',
    access: 'farmer or expert',
    summary: 'The approved appointment as a calendar file, for its farmer and its expert; cancelled, it says so',
    params: idParams,
    status: 200,
    contentType: 'text/calendar',
    reply: z.string(),
    errors: ['not_found'],
  }),
  listBookings: endpoint({
    method: 'GET',
    path: '/api/consultations/consultations/manage/',
    access: 'expert',
    summary: 'Bookings of own slots, newest first',
    query: arrayPageQuery.extend({ after: cursor, status: bookingStatus.optional() }),
    status: 200,
    isLinkPaginated: true,
    reply: z.array(booking),
  }),
  answerBooking: endpoint({
    method: 'PUT',
    path: '/api/consultations/consultations/manage/',
    access: 'approved expert',
    summary: 'Approve or reject a pending booking of an own slot, or move an approved one to another time in its slot',
    body: z.object({
      booking_id: id,
      action: z.enum(['approve', 'reject', 'reschedule']),
      /** Within the slot and not past. A rejection takes none; whatever is sent with one is not read. */
      selected_date: z.string().max(60).nullish(),
      /** Told to the farmer with a rejection. */
      reason,
    }),
    status: 200,
    reply: booking,
    errors: ['not_found', 'already_decided', 'farmer_busy', 'expert_busy', 'appointment_begun'],
    rateLimit: { max: 600, seconds: 3600, by: 'user' },
  }),
}
