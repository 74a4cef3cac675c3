import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { type Invitation, type Letter, sendLetter } from '../mail/letters.ts'
import { wants } from '../notifications/choices.ts'
import type { Moment } from '../text/times.ts'
import { calendarFile, linkTo, type Side } from './calendar.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import { type Booked, otherSide } from './parties.ts'

type BookingLetter = {
  letter: Letter
  when: Moment
  /** The appointment as it now stands in the calendars: its file goes with the letter. */
  entry?: CalendarEntry | undefined
  kind?: string
}

/** Queues a letter about a booking to one of its sides, in the language of the account. */
export async function writeTo(
  app: App,
  tx: Tx,
  booked: Booked,
  side: Side,
  { letter, when, entry, kind = '' }: BookingLetter,
): Promise<void> {
  const [reader, other] = [booked[side], booked[otherSide[side]]]
  // Every letter here is of one kind, and chosen as one.
  if (!(await wants(tx, reader.id, 'booking_reminder', 'mail'))) return
  const values = {
    reader: reader.username,
    name: other.username,
    when,
    kind,
    hasReason: booked.reason ? 'yes' : 'no',
    reason: booked.reason ?? '',
    hasPhone: other.phone_number ? 'yes' : 'no',
    phone: other.phone_number ?? '',
    email: other.email,
    wasApproved: entry ? 'yes' : 'no',
    link: linkTo(app.config, side, booked.id),
  }
  const { email: to, language } = reader
  const calendar = entry && invitation(app, booked, side, entry)
  await sendLetter(tx, { to, language, letter, values, ...(calendar ? { calendar } : {}) })
}

function invitation(app: App, booked: Booked, side: Side, entry: CalendarEntry): Invitation {
  const method = entry.is_cancelled ? 'cancel' : 'request'
  const { language } = booked[side]
  return { method, file: calendarFile(app.config, appointmentOf(booked, entry), { side, language, method }) }
}

/** The appointment as a calendar file tells it. */
export const appointmentOf = ({ farmer, expert }: Booked, entry: CalendarEntry) => ({
  bookingId: entry.booking_id,
  startsAt: entry.starts_at,
  endsAt: entry.ends_at,
  sequence: entry.sequence,
  isCancelled: entry.is_cancelled,
  changedAt: entry.changed_at,
  farmer,
  expert,
})
