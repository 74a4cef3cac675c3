import type { BookingSide } from '@kutu/contract/consultations/booking-actions'
import type { NotificationType } from '@kutu/contract/notifications/notification-kinds'
import type { Selectable } from 'kysely'
import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { CalendarAttachment, EmailTemplate } from '../../../platform/email/email.ts'
import { enqueueEmail } from '../../../platform/email/enqueue-email.ts'
import { toZonedDateTime, type ZonedDateTime } from '../../../platform/i18n/zoned-date-time.ts'
import { enqueue, type JobPayloads } from '../../../platform/jobs/queue.ts'
import { type Contact, getContacts } from '../../accounts/users/users.ts'
import { notify, reasonValues, retractNotifications } from '../../notifications/inbox/notify.ts'
import { isChannelEnabled } from '../../notifications/settings/notification-choices.ts'
import { buildCalendarFile, getBookingUrl } from '../calendar/calendar-file.ts'
import type { ConsultationsTables } from '../tables.ts'

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
  booked: (app, tx, booking) => notifySide(app, tx, booking, 'expert', 'booking_requested'),
  approved: (app, tx, booking) => notifyAppointment(app, tx, booking, 'booking_approved'),
  rescheduled: (app, tx, booking) => notifyAppointment(app, tx, booking, 'booking_rescheduled'),
  rejected: (app, tx, booking) => notifySide(app, tx, booking, 'farmer', 'booking_rejected'),
  cancelled: (app, tx, booking) => notifyEnd(app, tx, booking, 'booking_cancelled'),
  expired: async (app, tx, booking) => {
    await retractNotifications(tx, { cause: booking.id })
    await notifySide(app, tx, booking, 'farmer', 'booking_expired')
  },
  closed: (app, tx, booking) => notifyEnd(app, tx, booking, 'booking_closed'),
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
  await notifySide(app, tx, booking, 'farmer', type, { entry })
  await sendBookingEmail(app, tx, booking, 'expert', { template: 'booking_entry', entry })
  await enqueueBookingSms(tx, { booking: booking.id, side: 'farmer', kind: 'appointment', startsAt: entry.starts_at })
}

/** Ends the appointment in both calendars and notifies the side that did not end the booking. */
async function notifyEnd(
  app: App,
  tx: Tx,
  booking: BookingDetails,
  type: 'booking_cancelled' | 'booking_closed',
): Promise<void> {
  const { id, endedBy } = booking
  if (!endedBy) throw new Error(`booking ${id} was ended without ended_by`)
  const entry = await cancelCalendarEntry(app, tx, id)
  // Without an appointment, the expert's unread booking request is withdrawn, because there is nothing left to answer.
  if (!entry) await retractNotifications(tx, { cause: id })
  await notifySide(app, tx, booking, otherSide[endedBy], type, { entry })
  // The closed account cannot sign in any more, so its owner gets an email, too.
  if (type === 'booking_closed')
    await sendBookingEmail(app, tx, booking, endedBy, { template: 'booking_closed_own', entry })
  // The side that cancelled needs no notification, but its calendar needs the cancellation.
  else if (entry) await sendBookingEmail(app, tx, booking, endedBy, { template: 'booking_cancelled_entry', entry })
}

/** Notifies a side in the app and by email. */
export async function notifySide(
  app: App,
  tx: Tx,
  booking: BookingDetails,
  side: BookingSide,
  type: Extract<EmailTemplate & NotificationType, `booking_${string}`>,
  message: BookingMessage = {},
): Promise<void> {
  const { id, reason } = booking
  const details = {
    name: booking[otherSide[side]].username,
    when: toRecipientDateTime(app, booking[side], getShownStart(booking, message)),
    wasApproved: booking.appointment ? 'yes' : 'no',
    ...reasonValues(reason),
  }
  await notify(app, tx, [{ to: booking[side].id, type, details, subject: { type: 'booking', id }, cause: id }])
  await sendBookingEmail(app, tx, booking, side, { template: type, ...message })
}

/** The data of a booking that its notifications need. */
export type BookingDetails = {
  id: string
  farmer: Contact
  expert: Contact
  slotStartsAt: Date
  /** The time that the expert set; null until the booking is approved. */
  appointment: { startsAt: Date; endsAt: Date } | null
  endedBy: BookingSide | null
  reason: string | null
}

export const otherSide: Record<BookingSide, BookingSide> = { farmer: 'expert', expert: 'farmer' }

/** The columns of a booking that its notifications need. A statement that changes a booking returns them. */
export const notifiedColumns = [
  'id',
  'farmer_id',
  'expert_id',
  'slot_start',
  'selected_date',
  'selected_end',
  'ended_by',
  'reason',
] as const
export type NotifiedBooking = Pick<Selectable<ConsultationsTables['bookings']>, (typeof notifiedColumns)[number]>

export const loadBookingDetails = async (db: Db, id: string): Promise<BookingDetails> =>
  addContacts(
    db,
    await db.selectFrom('bookings').select(notifiedColumns).where('id', '=', id).executeTakeFirstOrThrow(),
  )

/** Returns the booking with the contacts of its parties. */
async function addContacts(db: Db, row: NotifiedBooking): Promise<BookingDetails> {
  const { id } = row
  const contacts = await getContacts(db, [row.farmer_id, row.expert_id])
  const getContact = (userId: string) => {
    const contact = contacts.find(({ id }) => id === userId)
    if (!contact) throw new Error(`unknown user ${userId} in booking ${id}`)
    return contact
  }
  const { selected_date: startsAt, selected_end: endsAt } = row
  return {
    id,
    farmer: getContact(row.farmer_id),
    expert: getContact(row.expert_id),
    slotStartsAt: row.slot_start,
    appointment: startsAt && endsAt ? { startsAt, endsAt } : null,
    endedBy: row.ended_by,
    reason: row.reason,
  }
}

/** Returns the instant in the recipient's time zone. */
export const toRecipientDateTime = (app: App, recipient: Contact, at: Date): ZonedDateTime =>
  toZonedDateTime(at, recipient.time_zone ?? app.config.timeZone, app.clock.now())

/** Returns the side of a booking on which the user is, or undefined for other users. */
export function findSide({ farmer, expert }: BookingDetails, userId: string): BookingSide | undefined {
  if (userId === farmer.id) return 'farmer'
  return userId === expert.id ? 'expert' : undefined
}

type BookingMessage = {
  /** The current calendar entry of the appointment: its file is attached to the email. */
  entry?: CalendarEntry | undefined
  /** The time that the message states; that of the entry, or of the slot without one, when left out. */
  startsAt?: Date
  kind?: string
}

const getShownStart = ({ slotStartsAt }: BookingDetails, { entry, startsAt }: BookingMessage): Date =>
  startsAt ?? entry?.starts_at ?? slotStartsAt

/** Queues an email about a booking to one of its sides, in the language of the account. */
async function sendBookingEmail(
  app: App,
  tx: Tx,
  booking: BookingDetails,
  side: BookingSide,
  { template, ...message }: BookingMessage & { template: EmailTemplate },
): Promise<void> {
  const { entry, kind = '' } = message
  const [recipient, counterpart] = [booking[side], booking[otherSide[side]]]
  // All emails about bookings share one notification kind, so one type stands for all.
  if (!(await isChannelEnabled(tx, recipient.id, 'booking_reminder', 'mail'))) return
  const values = {
    reader: recipient.username,
    name: counterpart.username,
    when: toRecipientDateTime(app, recipient, getShownStart(booking, message)),
    kind,
    ...reasonValues(booking.reason),
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

function buildInvitation(
  app: App,
  booking: BookingDetails,
  side: BookingSide,
  entry: CalendarEntry,
): CalendarAttachment {
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

/** Queues an SMS about an appointment at that time, in the transaction that causes it. */
export function enqueueBookingSms(
  tx: Tx,
  { startsAt, ...payload }: Omit<JobPayloads['sms_about_booking'], 'startsAt'> & { startsAt: Date },
): Promise<void> {
  return enqueue(tx, 'sms_about_booking', { ...payload, startsAt: startsAt.toISOString() })
}

export type CalendarEntry = Selectable<ConsultationsTables['calendar_entries']>

/** Stores the time of the appointment for both calendars: inserts it, or updates it with a higher sequence. */
function upsertCalendarEntry(
  app: App,
  tx: Tx,
  { bookingId, startsAt, endsAt }: { bookingId: string; startsAt: Date; endsAt: Date },
): Promise<CalendarEntry> {
  const columns = { starts_at: startsAt, ends_at: endsAt, is_cancelled: false, changed_at: app.clock.now() }
  return insertInto(tx, 'calendar_entries', { booking_id: bookingId, sequence: 0, ...columns })
    .onConflict(conflict =>
      conflict.column('booking_id').doUpdateSet(({ eb, ref }) => ({
        ...columns,
        sequence: eb(ref('calendar_entries.sequence'), '+', 1),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Cancels the appointment in both calendars; returns undefined if it was never in them. */
function cancelCalendarEntry(app: App, tx: Tx, bookingId: string): Promise<CalendarEntry | undefined> {
  return tx
    .updateTable('calendar_entries')
    .set(({ eb }) => ({ is_cancelled: true, changed_at: app.clock.now(), sequence: eb('sequence', '+', 1) }))
    .where('booking_id', '=', bookingId)
    .where('is_cancelled', '=', false)
    .returningAll()
    .executeTakeFirst()
}
