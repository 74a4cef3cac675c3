import type { BookingSide, BookingStatus } from '@kutu/contract/consultations/booking-actions'
import type { AppointmentOutcome, Meeting } from '@kutu/contract/consultations/consultations'
import type { DaysOff, WorkingPeriod } from '@kutu/contract/consultations/working-hours'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type SlotStatus = 'available' | 'booked' | 'inactive'
/**
 * Closed by the expert, by reaching its end, because the expert's account was closed, or because the working hours no
 * longer include it.
 */
export type SlotClosedBy = 'expert' | 'time' | 'account' | 'schedule'

export type ReminderKind = 'day' | 'hour'
/** The messages that are sent by SMS; all others are sent in the app and by email only. */
export type SmsKind = 'appointment' | ReminderKind

export type ConsultationsTables = {
  availability_slots: {
    id: Generated<string>
    expert_id: string
    start_time: Date
    end_time: Date
    is_active: Generated<boolean>
    closed_at: Date | null
    closed_by: SlotClosedBy | null
    live_booking_id: string | null
    /** Generated from working hours, and closed when these no longer include it. */
    is_generated: boolean
    is_booked: GeneratedAlways<boolean>
    status: GeneratedAlways<SlotStatus>
    created_at: Date
  }
  bookings: {
    id: Generated<string>
    slot_id: string
    expert_id: string
    slot_start: Date
    slot_end: Date
    farmer_id: string
    status: Generated<BookingStatus>
    ended: 'rejected' | 'cancelled' | 'expired' | 'closed' | null
    ended_by: BookingSide | null
    ended_at: Date | null
    reason: string | null
    selected_date: Date | null
    selected_end: Date | null
    selected_at: Date | null
    created_at: Date
    is_live: GeneratedAlways<boolean>
    held_slot_id: GeneratedAlways<string | null>
  }
  booking_requests: {
    booking_id: string
    farmer_id: string
    question: string | null
    analysis_id: string | null
    meeting: Meeting | null
    place: string | null
  }
  appointment_outcomes: {
    booking_id: string
    expert_id: string
    farmer_id: string
    outcome: AppointmentOutcome | null
    note: string | null
    recorded_at: Date | null
    is_helpful: boolean | null
    rated_at: Date | null
  }
  booking_replies: { booking_id: string; expert_id: string; seconds: number; replied_at: Date }
  working_hours: {
    expert_id: string
    time_zone: string
    appointment_minutes: number
    break_minutes: number
    days_ahead: number
    periods: ColumnType<WorkingPeriod[], string, string>
    days_off: ColumnType<DaysOff[], string, string>
    saved_at: Date
    /** When the slots were last brought in step with the hours. */
    generated_at: Date
  }
  calendar_entries: {
    booking_id: string
    sequence: number
    starts_at: Date
    ends_at: Date
    is_cancelled: boolean
    changed_at: Date
  }
  sent_reminders: { booking_id: string; starts_at: Date; kind: ReminderKind; sent_at: Date }
  booking_sms: {
    booking_id: string
    side: BookingSide
    starts_at: Date
    kind: SmsKind
    refused: string | null
    attempted_at: Date
  }
}
