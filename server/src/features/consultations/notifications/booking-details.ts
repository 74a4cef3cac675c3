import type { Kysely, Selectable } from 'kysely'
import type { App } from '../../../context.ts'
import type { Database } from '../../../platform/db/database.ts'
import { toZonedDateTime, type ZonedDateTime } from '../../../platform/i18n/zoned-date-time.ts'
import { type Contact, getContacts } from '../../accounts/users/users.ts'
import type { Side } from '../calendar/calendar-file.ts'
import type { ConsultationsTables } from '../tables.ts'

/** The data of a booking that its notifications need. */
export type BookingDetails = {
  id: string
  farmer: Contact
  expert: Contact
  slotStartsAt: Date
  /** The time that the expert set; null until the booking is approved. */
  appointment: { startsAt: Date; endsAt: Date } | null
  endedBy: Side | null
  reason: string | null
}

export const otherSide: Record<Side, Side> = { farmer: 'expert', expert: 'farmer' }

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

export const loadBookingDetails = async (db: Kysely<Database>, id: string): Promise<BookingDetails> =>
  addContacts(
    db,
    await db.selectFrom('bookings').select(notifiedColumns).where('id', '=', id).executeTakeFirstOrThrow(),
  )

/** Returns the booking with the contacts of its parties. */
export async function addContacts(db: Kysely<Database>, row: NotifiedBooking): Promise<BookingDetails> {
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
export function findSide({ farmer, expert }: BookingDetails, userId: string): Side | undefined {
  if (userId === farmer.id) return 'farmer'
  return userId === expert.id ? 'expert' : undefined
}
