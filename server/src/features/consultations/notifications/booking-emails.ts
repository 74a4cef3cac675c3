import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { CalendarAttachment, EmailTemplate } from '../../../platform/email/email.ts'
import { enqueueEmail } from '../../../platform/email/enqueue-email.ts'
import type { ZonedDateTime } from '../../../platform/i18n/zoned-date-time.ts'
import { isChannelEnabled } from '../../notifications/settings/notification-choices.ts'
import type { CalendarEntry } from '../calendar/calendar-entries.ts'
import { buildCalendarFile, getBookingUrl, type Side } from '../calendar/calendar-file.ts'
import { type BookingDetails, otherSide } from './booking-details.ts'

type BookingEmail = {
  template: EmailTemplate
  when: ZonedDateTime
  /** The current calendar entry of the appointment: its file is attached to the email. */
  entry?: CalendarEntry | undefined
  kind?: string
}

/** Queues an email about a booking to one of its sides, in the language of the account. */
export async function sendBookingEmail(
  app: App,
  tx: Tx,
  booking: BookingDetails,
  side: Side,
  { template, when, entry, kind = '' }: BookingEmail,
): Promise<void> {
  const [recipient, counterpart] = [booking[side], booking[otherSide[side]]]
  // All emails about bookings share one notification kind, so one type stands for all.
  if (!(await isChannelEnabled(tx, recipient.id, 'booking_reminder', 'mail'))) return
  const values = {
    reader: recipient.username,
    name: counterpart.username,
    when,
    kind,
    hasReason: booking.reason ? 'yes' : 'no',
    reason: booking.reason ?? '',
    hasPhone: counterpart.phone_number ? 'yes' : 'no',
    phone: counterpart.phone_number ?? '',
    email: counterpart.email,
    wasApproved: entry ? 'yes' : 'no',
    link: getBookingUrl(app.config, side, booking.id),
  }
  const { email: to, language } = recipient
  const calendar = entry && buildInvitation(app, booking, side, entry)
  await enqueueEmail(tx, { to, language, template, values, ...(calendar ? { calendar } : {}) })
}

function buildInvitation(app: App, booking: BookingDetails, side: Side, entry: CalendarEntry): CalendarAttachment {
  const method = entry.is_cancelled ? 'cancel' : 'request'
  const { language } = booking[side]
  return { method, file: buildCalendarFile(app.config, toAppointment(booking, entry), { side, language, method }) }
}

/** Converts a calendar entry to the content of a calendar file. */
export const toAppointment = ({ farmer, expert }: BookingDetails, entry: CalendarEntry) => ({
  bookingId: entry.booking_id,
  startsAt: entry.starts_at,
  endsAt: entry.ends_at,
  sequence: entry.sequence,
  isCancelled: entry.is_cancelled,
  changedAt: entry.changed_at,
  farmer,
  expert,
})
