import { z } from 'zod'
import { namedDistrict } from '../accounts/districts-served.ts'
import {
  arrayPageQuery,
  cropType,
  cursor,
  id,
  instant,
  optionalText,
  pageQuery,
  paginated,
  person,
  rustClass,
} from '../common.ts'
import { band, fieldAnswers, verdict } from '../detection.ts'
import { endpoint } from '../endpoint.ts'
import { maxBookingTextLengths, maxOutcomeNoteLength } from './booking-actions.ts'

/** The three statuses that older clients know. Every booking that no longer holds its slot is `rejected`. */
export const bookingStatus = z.enum(['pending', 'approved', 'rejected'])
/**
 * Reason of the status `rejected`: rejected by the expert, cancelled by either side, expired without an answer, or closed
 * with an account.
 */
export const bookingEndReason = z.enum(['rejected', 'cancelled', 'expired', 'closed'])
/** `past`: the slot has begun without a booking. */
export const slotState = z.enum(['available', 'booked', 'inactive', 'past'])
export type SlotState = z.infer<typeof slotState>

const localTime = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .describe('`YYYY-MM-DD HH:MM:SS` with or without an offset, or ISO 8601; without an offset in the server’s time zone')

export const slotExpert = z.object({
  id,
  bio: z.string(),
  areas_of_expertise: z.string(),
  certifications: z.string(),
  languages_spoken: z.string(),
  institution: z.string(),
  experience_years: z.number().int(),
  user: person,
  /** URL for `<img>` that is valid for an hour; null without a photo and for closed accounts. */
  photo: z.string().nullable(),
  /** When an administrator last approved the qualifications; null if nobody checked them. */
  approved_at: instant.nullable(),
  /** The districts that the expert serves, by name; empty if the expert named none. */
  districts: z.array(namedDistrict),
  /** Figures from appointments and answers, for farmers who choose an expert. */
  help: z.object({
    /** Appointments that took place, as the expert recorded. */
    held: z.number().int(),
    /** Appointments of which the farmer said that they helped. */
    helpful: z.number().int(),
    /** Median minutes from a booking to its first answer over the last 50 answers; null below ten. */
    reply_minutes: z.number().int().nullable(),
    /** Answers on the board that everybody can read. */
    answers: z.number().int(),
    /** Those of them that another expert endorsed. */
    endorsed: z.number().int(),
  }),
})
export type SlotExpert = z.infer<typeof slotExpert>

const slotFields = { id, start_time: instant, end_time: instant, is_active: z.boolean(), is_booked: z.boolean() }

export const slot = z.object({ ...slotFields, state: slotState, expert: slotExpert })
export type Slot = z.infer<typeof slot>

/** An expert with the next slots that are free, soonest first. */
export const expertProfile = slotExpert.extend({ free_slots: z.array(slot.omit({ expert: true })) })
export type ExpertProfile = z.infer<typeof expertProfile>

/** Contact data; null until the booking is approved. */
const contact = z.object({ email: z.string(), phone_number: z.string().nullable() }).nullable()

/** How farmer and expert meet: a phone call, a call or chat on WhatsApp, or a visit of the field. */
export const meeting = z.enum(['call', 'whatsapp', 'visit'])
export type Meeting = z.infer<typeof meeting>

/** How an appointment went, as its expert recorded. `missed`: the farmer did not come. */
export const appointmentOutcome = z.enum(['held', 'missed'])
export type AppointmentOutcome = z.infer<typeof appointmentOutcome>

export const booking = z.object({
  id,
  status: bookingStatus,
  /** Null unless the status is `rejected`. */
  ended: bookingEndReason.nullable(),
  /** Who rejected or cancelled it, or whose account was closed; null when it expired. */
  ended_by: z.enum(['farmer', 'expert']).nullable(),
  /** Reason given by that person. */
  reason: z.string().nullable(),
  /** Start of the appointment and its latest end. */
  selected_date: instant.nullable(),
  selected_end: instant.nullable(),
  created_at: instant,
  /** Null until the expert has recorded it. */
  outcome: appointmentOutcome.nullable(),
  /** The expert's note on the appointment, which both sides can read. */
  note: z.string().nullable(),
  /** True if the farmer says that it helped; null without an answer. */
  is_helpful: z.boolean().nullable(),
  farmer: z.object({ id, username: z.string(), email: z.string(), phone_number: z.string().nullable() }),
  expert: slotExpert.extend({ contact }),
  slot: z.object({ ...slotFields, state: slotState }),
  /** The farmer's question. */
  question: z.string().nullable(),
  /** How the farmer would like to meet, and where. */
  meeting: meeting.nullable(),
  place: z.string().nullable(),
  /** An analysis of the farmer that the question is about. */
  analysis: z
    .object({
      id,
      /** URL for `<img>` that is valid for an hour. */
      image: z.string(),
      uploaded_at: instant,
      rust_class: rustClass,
      disease: z.string().nullable(),
      crop: z.string().nullable(),
      confidence: z.number().min(0).max(1),
      verdict,
      band,
      /** The farmer's answers about the plant. */
      answers: fieldAnswers,
    })
    .nullable(),
})
export type Booking = z.infer<typeof booking>

const slotFilters = {
  /** Substring of one of the expert's areas of expertise. */
  expertise: optionalText(100),
  /** Substring of a language that the expert speaks. */
  language: optionalText(100),
  /** Code of a district that the expert serves. */
  district: optionalText(60),
  /** Slots that begin on this day in `time_zone`, by default the server's time zone. */
  date: optionalText(20),
  time_zone: optionalText(60),
  /** Experts with the crop among their areas of expertise. */
  crop_type: cropType.optional(),
  expert: id.optional(),
  status: slotState.extract(['available', 'booked']).optional(),
}

const reason = optionalText(500)

const bookingDecision = z.object({
  booking_id: id,
  action: z.enum(['approve', 'reject', 'reschedule']),
  /** Within the slot and in the future. Ignored for a rejection. */
  selected_date: z.string().max(60).nullish(),
  /** Sent to the farmer with a rejection. */
  reason,
})
export type BookingDecision = z.infer<typeof bookingDecision>

const bookingFilters = {
  after: cursor,
  status: bookingStatus.optional(),
  /**
   * `upcoming`: only appointments that have not ended, soonest first, with paging by number. `past`: appointments that
   * have ended, and bookings that no longer hold their slot.
   */
  when: z.enum(['upcoming', 'past']).optional(),
}

export const consultations = {
  createSlot: endpoint({
    method: 'POST',
    path: '/api/consultations/availability-slots/',
    access: 'expert',
    summary: 'Create a slot; farmers see it once the expert is approved',
    body: z.object({ start_time: localTime, end_time: localTime }),
    status: 201,
    reply: slot,
    errors: ['slot_overlaps'],
    rateLimit: { max: 300, seconds: 3600, by: 'user' },
  }),
  listMySlots: endpoint({
    method: 'GET',
    path: '/api/consultations/availability-slots/',
    access: 'expert',
    summary: 'List the caller’s slots: upcoming ones, soonest first, then those that have begun, latest first',
    query: pageQuery.extend({
      after: cursor,
      status: slotState.extract(['available', 'booked', 'inactive']).optional(),
      /** Only slots that have not begun, or only those that have. */
      when: z.enum(['upcoming', 'past']).optional(),
    }),
    reply: paginated(slot),
  }),
  endSlot: endpoint({
    method: 'PUT',
    path: '/api/consultations/availability-slots/end/{id}/',
    access: 'expert',
    summary: 'Deactivate a slot of the caller that is not booked, or together with its booking',
    body: z.object({
      /** Rejects a pending booking and cancels an appointment that has not begun. Otherwise a booked slot is an error. */
      cancel_booking: z.boolean().default(false),
    }),
    reply: slot,
    errors: ['slot_booked', 'slot_inactive', 'appointment_begun'],
  }),
  listSlots: endpoint({
    method: 'GET',
    path: '/api/consultations/availability-slots/all/',
    access: 'farmer',
    summary: 'List upcoming active slots of approved experts, booked or not, soonest first',
    query: arrayPageQuery.extend({ ...slotFilters, after: cursor }),
    isLinkPaginated: true,
    reply: z.array(slot),
  }),
  listSlotFilters: endpoint({
    method: 'GET',
    path: '/api/consultations/availability-slots/filters/',
    access: 'farmer',
    summary:
      'List the areas of expertise and languages of experts with upcoming slots, and the districts they serve, as filter options',
    reply: z.object({
      expertise: z.array(z.string()),
      languages: z.array(z.string()),
      districts: z.array(namedDistrict),
    }),
  }),
  showSlot: endpoint({
    method: 'GET',
    path: '/api/consultations/availability-slots/{id}/',
    access: 'farmer or expert',
    summary: 'Get a slot of the caller or of an approved expert',
    reply: slot,
  }),
  showExpert: endpoint({
    method: 'GET',
    path: '/api/consultations/experts/{id}/',
    access: 'user',
    summary: 'Get what an approved expert has published, or the caller’s own profile, with up to six free slots',
    reply: expertProfile,
  }),
  bookSlot: endpoint({
    method: 'POST',
    path: '/api/consultations/consultations/',
    access: 'farmer',
    summary: 'Book a slot; the expert then approves or rejects',
    body: z.object({
      slot_id: id,
      question: optionalText(maxBookingTextLengths.question),
      /** Id of one of the farmer's own analyses, which the expert may then see. */
      analysis: id.optional(),
      meeting: meeting.optional(),
      place: optionalText(maxBookingTextLengths.place),
    }),
    status: 201,
    reply: booking,
    errors: ['not_found', 'slot_taken', 'slot_inactive', 'slot_past', 'too_many_pending'],
    rateLimit: { max: 300, seconds: 3600, by: 'user' },
  }),
  listMyBookings: endpoint({
    method: 'GET',
    path: '/api/consultations/consultations/',
    access: 'farmer',
    summary: 'List the caller’s bookings, newest first, or the upcoming appointments, soonest first',
    query: arrayPageQuery.extend(bookingFilters),
    isLinkPaginated: true,
    reply: z.array(booking),
  }),
  showBooking: endpoint({
    method: 'GET',
    path: '/api/consultations/consultations/{id}/',
    access: 'farmer or expert',
    summary: 'Get a booking, for its farmer and its expert',
    reply: booking,
  }),
  withdrawBooking: endpoint({
    method: 'DELETE',
    path: '/api/consultations/consultations/{id}/',
    access: 'farmer',
    summary: 'Withdraw a pending booking of the caller, which frees the slot',
    errors: ['already_decided'],
  }),
  cancelBooking: endpoint({
    method: 'PUT',
    path: '/api/consultations/consultations/{id}/cancel/',
    access: 'farmer or expert',
    summary:
      'Cancel an approved appointment before it begins, which frees the slot; farmers may also cancel a pending booking',
    body: z.object({ reason }),
    reply: booking,
    errors: ['already_decided', 'appointment_begun'],
  }),
  recordOutcome: endpoint({
    method: 'PUT',
    path: '/api/consultations/consultations/{id}/outcome/',
    access: 'expert',
    summary: 'Record how an appointment of the caller went, once it has begun; a later call replaces it',
    body: z.object({ outcome: appointmentOutcome, note: optionalText(maxOutcomeNoteLength) }),
    reply: booking,
    errors: ['already_decided', 'appointment_not_begun', 'appointment_rated'],
    rateLimit: { max: 600, seconds: 3600, by: 'user' },
  }),
  rateAppointment: endpoint({
    method: 'PUT',
    path: '/api/consultations/consultations/{id}/rating/',
    access: 'farmer',
    summary: 'Say if an appointment of the caller helped, once it has begun; a later call replaces it',
    body: z.object({ is_helpful: z.boolean() }),
    reply: booking,
    errors: ['already_decided', 'appointment_not_begun', 'appointment_missed'],
    rateLimit: { max: 600, seconds: 3600, by: 'user' },
  }),
  showCalendar: endpoint({
    method: 'GET',
    path: '/api/consultations/consultations/{id}/calendar.ics',
    access: 'farmer or expert',
    summary:
      'Get the appointment as an iCalendar file, for its farmer and its expert; a cancelled one has status CANCELLED',
    contentType: 'text/calendar',
    reply: z.string(),
  }),
  listBookings: endpoint({
    method: 'GET',
    path: '/api/consultations/consultations/manage/',
    access: 'expert',
    summary: 'List bookings of the caller’s slots, newest first',
    query: arrayPageQuery.extend(bookingFilters),
    isLinkPaginated: true,
    reply: z.array(booking),
  }),
  answerBooking: endpoint({
    method: 'PUT',
    path: '/api/consultations/consultations/manage/',
    access: 'approved expert',
    summary: 'Approve or reject a pending booking of the caller’s slot, or reschedule an approved one within its slot',
    body: bookingDecision,
    reply: booking,
    errors: ['not_found', 'already_decided', 'farmer_busy', 'expert_busy', 'appointment_begun'],
    rateLimit: { max: 600, seconds: 3600, by: 'user' },
  }),
}
