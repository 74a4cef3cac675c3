import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { notify, takeNewsBack } from '../notifications/notify.ts'
import type { Moment } from '../text/times.ts'
import type { Side } from './calendar.ts'
import { type CalendarEntry, cancelInCalendars, enterInCalendars } from './calendar-entries.ts'
import { writeTo } from './letters.ts'
import { type Booked, bookedOf, otherSide, timeFor } from './parties.ts'
import { queueText } from './texts.ts'

export type BookingEvent = 'booked' | 'approved' | 'rescheduled' | 'rejected' | 'cancelled' | 'expired' | 'closed'

/** Tells whom it concerns what became of a booking, in the transaction that makes it so, after the booking is changed. */
export async function tellOfBooking(app: App, tx: Tx, bookingId: string, event: BookingEvent): Promise<void> {
  await tellers[event](app, tx, await bookedOf(tx, bookingId))
}

const tellers: Record<BookingEvent, (app: App, tx: Tx, booked: Booked) => Promise<void>> = {
  booked: async (app, tx, booked) => {
    const when = timeFor(app, booked.expert, booked.slotStartsAt)
    await tell(app, tx, booked, 'expert', 'booking_requested', when)
    await writeTo(app, tx, booked, 'expert', { letter: 'booking_requested', when })
  },
  approved: (app, tx, booked) => tellOfAppointment(app, tx, booked, 'booking_approved'),
  rescheduled: (app, tx, booked) => tellOfAppointment(app, tx, booked, 'booking_rescheduled'),
  rejected: async (app, tx, booked) => {
    const when = timeFor(app, booked.farmer, booked.slotStartsAt)
    await tell(app, tx, booked, 'farmer', 'booking_rejected', when)
    await writeTo(app, tx, booked, 'farmer', { letter: 'booking_rejected', when })
  },
  // A request that the expert has not read yet is news no more once there is nothing to answer.
  cancelled: async (app, tx, booked) => {
    const entry = await cancelInCalendars(app, tx, booked.id)
    if (!entry) await takeNewsBack(tx, { cause: booked.id })
    const startsAt = entry?.starts_at ?? booked.slotStartsAt
    const told: Side[] = booked.endedBy ? [otherSide[booked.endedBy]] : ['farmer', 'expert']
    for (const side of told) {
      const when = timeFor(app, booked[side], startsAt)
      await tell(app, tx, booked, side, 'booking_cancelled', when)
      await writeTo(app, tx, booked, side, { letter: 'booking_cancelled', when, entry })
    }
    // Whoever cancelled knows, but their calendar does not.
    if (!entry || !booked.endedBy) return
    const when = timeFor(app, booked[booked.endedBy], startsAt)
    await writeTo(app, tx, booked, booked.endedBy, { letter: 'booking_cancelled_entry', when, entry })
  },
  expired: async (app, tx, booked) => {
    await takeNewsBack(tx, { cause: booked.id })
    const when = timeFor(app, booked.farmer, booked.slotStartsAt)
    await tell(app, tx, booked, 'farmer', 'booking_expired', when)
    await writeTo(app, tx, booked, 'farmer', { letter: 'booking_expired', when })
  },
  // Whose account is closed may not look in any more, so a letter goes to both.
  closed: async (app, tx, booked) => {
    const entry = await cancelInCalendars(app, tx, booked.id)
    if (!entry) await takeNewsBack(tx, { cause: booked.id })
    if (!booked.endedBy) throw new Error(`booking ${booked.id} was closed by nobody`)
    const startsAt = entry?.starts_at ?? booked.slotStartsAt
    const [gone, left] = [booked.endedBy, otherSide[booked.endedBy]]
    const when = timeFor(app, booked[left], startsAt)
    await tell(app, tx, booked, left, 'booking_closed', when)
    await writeTo(app, tx, booked, left, { letter: 'booking_closed', when, entry })
    const whenThere = timeFor(app, booked[gone], startsAt)
    await writeTo(app, tx, booked, gone, { letter: 'booking_closed_own', when: whenThere, entry })
  },
}

/** The farmer hears of the time and gets it for the calendar; the expert, who chose it, gets it for the calendar alone. */
async function tellOfAppointment(
  app: App,
  tx: Tx,
  booked: Booked,
  type: 'booking_approved' | 'booking_rescheduled',
): Promise<void> {
  const { appointment } = booked
  if (!appointment) throw new Error(`booking ${booked.id} has no appointment`)
  const entry: CalendarEntry = await enterInCalendars(app, tx, { bookingId: booked.id, ...appointment })
  const when = timeFor(app, booked.farmer, entry.starts_at)
  await tell(app, tx, booked, 'farmer', type, when)
  await writeTo(app, tx, booked, 'farmer', { letter: type, when, entry })
  const whenThere = timeFor(app, booked.expert, entry.starts_at)
  await writeTo(app, tx, booked, 'expert', { letter: 'booking_entry', when: whenThere, entry })
  await queueText(tx, { booking: booked.id, side: 'farmer', kind: 'approved', starts: entry.starts_at })
}

type BookingNews =
  | 'booking_requested'
  | 'booking_approved'
  | 'booking_rescheduled'
  | 'booking_rejected'
  | 'booking_cancelled'
  | 'booking_expired'
  | 'booking_closed'

async function tell(app: App, tx: Tx, booked: Booked, side: Side, type: BookingNews, when: Moment): Promise<void> {
  const { reason } = booked
  const details = {
    name: booked[otherSide[side]].username,
    when,
    wasApproved: booked.appointment ? 'yes' : 'no',
    hasReason: reason ? 'yes' : 'no',
    reason: reason ?? '',
  }
  const subject = { type: 'booking', id: booked.id } as const
  await notify(app, tx, [{ to: booked[side].id, type, details, subject, cause: booked.id }])
}
