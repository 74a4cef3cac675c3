import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { ZonedDateTime } from '../../../platform/i18n/zoned-date-time.ts'
import { notify, retractNotifications } from '../../notifications/inbox/notify.ts'
import { type CalendarEntry, cancelCalendarEntry, upsertCalendarEntry } from '../calendar/calendar-entries.ts'
import type { Side } from '../calendar/calendar-file.ts'
import {
  addContacts,
  type BookingDetails,
  type NotifiedBooking,
  otherSide,
  toRecipientDateTime,
} from './booking-details.ts'
import { sendBookingEmail } from './booking-emails.ts'
import { enqueueBookingSms } from './booking-sms.ts'

export type BookingEvent = 'booked' | 'approved' | 'rescheduled' | 'rejected' | 'cancelled' | 'expired' | 'closed'

/** Notifies the parties of a booking event. Call it in the transaction of the change, with the booking as it is afterwards. */
export async function notifyBookingEvent(
  app: App,
  tx: Tx,
  booking: NotifiedBooking,
  event: BookingEvent,
): Promise<void> {
  await notifiers[event](app, tx, await addContacts(tx, booking))
}

const notifiers: Record<BookingEvent, (app: App, tx: Tx, booking: BookingDetails) => Promise<void>> = {
  booked: async (app, tx, booking) => {
    const when = toRecipientDateTime(app, booking.expert, booking.slotStartsAt)
    await notifySide(app, tx, booking, 'expert', 'booking_requested', when)
    await sendBookingEmail(app, tx, booking, 'expert', { template: 'booking_requested', when })
  },
  approved: (app, tx, booking) => notifyAppointment(app, tx, booking, 'booking_approved'),
  rescheduled: (app, tx, booking) => notifyAppointment(app, tx, booking, 'booking_rescheduled'),
  rejected: async (app, tx, booking) => {
    const when = toRecipientDateTime(app, booking.farmer, booking.slotStartsAt)
    await notifySide(app, tx, booking, 'farmer', 'booking_rejected', when)
    await sendBookingEmail(app, tx, booking, 'farmer', { template: 'booking_rejected', when })
  },
  // Without an appointment, the expert's unread booking request is withdrawn, because there is nothing left to answer.
  cancelled: async (app, tx, booking) => {
    const entry = await cancelCalendarEntry(app, tx, booking.id)
    if (!entry) await retractNotifications(tx, { cause: booking.id })
    const startsAt = entry?.starts_at ?? booking.slotStartsAt
    const sides: Side[] = booking.endedBy ? [otherSide[booking.endedBy]] : ['farmer', 'expert']
    for (const side of sides) {
      const when = toRecipientDateTime(app, booking[side], startsAt)
      await notifySide(app, tx, booking, side, 'booking_cancelled', when)
      await sendBookingEmail(app, tx, booking, side, { template: 'booking_cancelled', when, entry })
    }
    // The side that cancelled needs no notification, but its calendar needs the cancellation.
    if (!entry || !booking.endedBy) return
    const when = toRecipientDateTime(app, booking[booking.endedBy], startsAt)
    await sendBookingEmail(app, tx, booking, booking.endedBy, { template: 'booking_cancelled_entry', when, entry })
  },
  expired: async (app, tx, booking) => {
    await retractNotifications(tx, { cause: booking.id })
    const when = toRecipientDateTime(app, booking.farmer, booking.slotStartsAt)
    await notifySide(app, tx, booking, 'farmer', 'booking_expired', when)
    await sendBookingEmail(app, tx, booking, 'farmer', { template: 'booking_expired', when })
  },
  // The closed account cannot sign in any more, so both sides get an email.
  closed: async (app, tx, booking) => {
    const entry = await cancelCalendarEntry(app, tx, booking.id)
    if (!entry) await retractNotifications(tx, { cause: booking.id })
    if (!booking.endedBy) throw new Error(`booking ${booking.id} was closed without ended_by`)
    const startsAt = entry?.starts_at ?? booking.slotStartsAt
    const [closedSide, remainingSide] = [booking.endedBy, otherSide[booking.endedBy]]
    const when = toRecipientDateTime(app, booking[remainingSide], startsAt)
    await notifySide(app, tx, booking, remainingSide, 'booking_closed', when)
    await sendBookingEmail(app, tx, booking, remainingSide, { template: 'booking_closed', when, entry })
    const whenForClosed = toRecipientDateTime(app, booking[closedSide], startsAt)
    await sendBookingEmail(app, tx, booking, closedSide, { template: 'booking_closed_own', when: whenForClosed, entry })
  },
}

/**
 * Notifies the farmer of the time and sends the calendar file to both. The expert set the time and needs no
 * notification.
 */
async function notifyAppointment(
  app: App,
  tx: Tx,
  booking: BookingDetails,
  type: 'booking_approved' | 'booking_rescheduled',
): Promise<void> {
  const { appointment } = booking
  if (!appointment) throw new Error(`booking ${booking.id} has no appointment`)
  const entry: CalendarEntry = await upsertCalendarEntry(app, tx, { bookingId: booking.id, ...appointment })
  const when = toRecipientDateTime(app, booking.farmer, entry.starts_at)
  await notifySide(app, tx, booking, 'farmer', type, when)
  await sendBookingEmail(app, tx, booking, 'farmer', { template: type, when, entry })
  const whenForExpert = toRecipientDateTime(app, booking.expert, entry.starts_at)
  await sendBookingEmail(app, tx, booking, 'expert', { template: 'booking_entry', when: whenForExpert, entry })
  await enqueueBookingSms(tx, { booking: booking.id, side: 'farmer', kind: 'approved', starts: entry.starts_at })
}

type BookingNotificationType =
  | 'booking_requested'
  | 'booking_approved'
  | 'booking_rescheduled'
  | 'booking_rejected'
  | 'booking_cancelled'
  | 'booking_expired'
  | 'booking_closed'

async function notifySide(
  app: App,
  tx: Tx,
  booking: BookingDetails,
  side: Side,
  type: BookingNotificationType,
  when: ZonedDateTime,
): Promise<void> {
  const { reason } = booking
  const details = {
    name: booking[otherSide[side]].username,
    when,
    wasApproved: booking.appointment ? 'yes' : 'no',
    hasReason: reason ? 'yes' : 'no',
    reason: reason ?? '',
  }
  const subject = { type: 'booking', id: booking.id } as const
  await notify(app, tx, [{ to: booking[side].id, type, details, subject, cause: booking.id }])
}
