import type { Language } from '@kutu/contract/common'
import type { BookingSide } from '@kutu/contract/consultations/booking-actions'
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import addressparser from 'nodemailer/lib/addressparser/index.js'
import type { Config } from '../../../config.ts'
import { t } from '../../../platform/i18n/translate.ts'

/** The content of an appointment's calendar event. */
export type Appointment = {
  bookingId: string
  startsAt: Date
  endsAt: Date
  /** Incremented with each change, so that a calendar can tell the newer of two files. */
  sequence: number
  isCancelled: boolean
  changedAt: Date
  farmer: Party
  expert: Party
}
export type Party = { username: string; email: string; phone_number: string | null }

const methods = {
  publish: ICalCalendarMethod.PUBLISH,
  request: ICalCalendarMethod.REQUEST,
  cancel: ICalCalendarMethod.CANCEL,
} as const
export type CalendarMethod = keyof typeof methods

/**
 * Builds the calendar file (RFC 5545) of an appointment for one of its two sides, in UTC. Kutu is the organizer,
 * because it sends the emails: calendars accept changes and cancellations from the organizer only (RFC 5546).
 */
export function buildCalendarFile(
  config: Pick<Config, 'publicUrl' | 'appUrl' | 'mailFrom'>,
  appointment: Appointment,
  { side, language, method }: { side: BookingSide; language: Language; method: CalendarMethod },
): string {
  const { farmer, expert, isCancelled } = appointment
  const counterpart = side === 'farmer' ? expert : farmer
  const link = getBookingUrl(config, side, appointment.bookingId)
  const contact = {
    hasPhone: counterpart.phone_number ? 'yes' : 'no',
    phone: counterpart.phone_number ?? '',
    email: counterpart.email,
  }
  const calendar = ical({ prodId: { company: 'Kutu', product: 'Consultations', language }, method: methods[method] })
  calendar.createEvent({
    id: `${appointment.bookingId}@${new URL(config.publicUrl).hostname}`,
    sequence: appointment.sequence,
    stamp: appointment.changedAt,
    start: appointment.startsAt,
    end: appointment.endsAt,
    summary: t(language, 'calendar.summary', { name: counterpart.username }),
    description: t(language, 'calendar.description', { name: counterpart.username, ...contact, link }),
    url: link,
    organizer: parseOrganizer(config.mailFrom),
    // RFC 5546 allows no attendees in a published event.
    attendees:
      method === 'publish'
        ? []
        : [toAttendee(expert, ICalAttendeeRole.CHAIR), toAttendee(farmer, ICalAttendeeRole.REQ)],
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: isCancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
  })
  // The library omits the line end of the last line.
  return `${calendar.toString()}\r\n`
}

/** Returns the URL of the page on which a side sees the booking. */
export function getBookingUrl({ appUrl }: Pick<Config, 'appUrl'>, side: BookingSide, bookingId: string): string {
  const page = side === 'farmer' ? `my-bookings/${bookingId}` : 'bookings'
  return new URL(`/account/addresses/${page}`, appUrl).href
}

/** Both parties agreed in Kutu, so no reply is requested. */
const toAttendee = ({ username, email }: Party, role: ICalAttendeeRole) => ({
  name: username,
  email,
  role,
  status: ICalAttendeeStatus.ACCEPTED,
  rsvp: false,
})

function parseOrganizer(mailFrom: string) {
  const [sender] = addressparser(mailFrom, { flatten: true })
  return { name: sender?.name || 'Kutu', email: sender?.address || mailFrom }
}
