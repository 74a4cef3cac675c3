import type { BookingStatus } from '@kutu/contract/consultations/booking-actions'
import type { Meeting } from '@kutu/contract/consultations/consultations'
import type { Generated, GeneratedAlways } from 'kysely'

export type Standing = 'available' | 'booked' | 'inactive'
/** Closed by the expert, by reaching its end, or because the expert's account was closed. */
export type SlotClosedBy = 'expert' | 'time' | 'account'

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
    is_booked: GeneratedAlways<boolean>
    standing: GeneratedAlways<Standing>
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
    ended_by: 'farmer' | 'expert' | null
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
  slot_tallies: { expert_id: string; standing: Standing; is_active: boolean; count: number }
  booking_tallies: { user_id: string; status: BookingStatus; count: number }
}
