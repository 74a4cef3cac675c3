import type { Side } from '../calendar/calendar-file.ts'
import type { ReminderKind } from '../reminders/reminder-schedule.ts'
import type { SmsKind } from './sms-text.ts'

export type BookingNotificationTables = {
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
    side: Side
    starts_at: Date
    kind: SmsKind
    refused: string | null
    attempted_at: Date
  }
}
