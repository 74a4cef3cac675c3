import type { AppointmentOutcome, Booking, Meeting } from '@kutu/contract/consultations/consultations'
import { type Selectable, sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { epochMicros } from '../../../platform/http/pagination.ts'
import { getExpertCards } from '../../accounts/experts/expert-cards.ts'
import { getContacts } from '../../accounts/users/users.ts'
import { getExpertFigures } from '../outcomes/expert-figures.ts'
import { presentExpert, presentSlotTimes } from '../slots/present-slot.ts'
import type { ConsultationsTables } from '../tables.ts'
import { loadRequestedAnalyses } from './booking-requests.ts'

type BookingColumns = Selectable<ConsultationsTables['bookings']>
type SlotColumns = Selectable<ConsultationsTables['availability_slots']>

/** A booking with the current state of its slot. */
export type BookingRow = Pick<
  BookingColumns,
  'id' | 'slot_id' | 'expert_id' | 'slot_start' | 'slot_end' | 'farmer_id' | 'status' | 'ended' | 'ended_by' | 'reason'
> &
  Pick<BookingColumns, 'selected_date' | 'selected_end' | 'created_at'> &
  Pick<SlotColumns, 'is_active' | 'is_booked' | 'closed_by'> & {
    question: string | null
    outcome: AppointmentOutcome | null
    note: string | null
    is_helpful: boolean | null
    meeting: Meeting | null
    place: string | null
    analysis_id: string | null
  }

export const selectBookings = (db: Db) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('availability_slots as s', 's.id', 'b.slot_id')
    .select(['b.id', 'b.slot_id', 'b.expert_id', 'b.slot_start', 'b.slot_end', 'b.farmer_id', 'b.status', 'b.ended'])
    .select(['b.ended_by', 'b.reason', 'b.selected_date', 'b.selected_end', 'b.created_at'])
    .leftJoin('booking_requests as q', 'q.booking_id', 'b.id')
    .select(['q.question', 'q.meeting', 'q.place', 'q.analysis_id'])
    .leftJoin('appointment_outcomes as o', 'o.booking_id', 'b.id')
    .select(['o.outcome', 'o.note', 'o.is_helpful'])
    .select(['s.is_active', 's.is_booked', 's.closed_by'])
    .select([sql.lit(0).as('rank'), epochMicros(sql.ref('b.created_at')).as('micros')])

/**
 * Presents bookings for their two parties, in the given order. The number of statements does not depend on the number
 * of bookings.
 */
export async function presentBookings(
  db: Db,
  app: App,
  rows: readonly BookingRow[],
  origin: string,
): Promise<Booking[]> {
  if (rows.length === 0) return []
  const expertIds = [...new Set(rows.map(({ expert_id }) => expert_id))]
  const experts = await getExpertCards(db, app, expertIds, origin)
  const figures = await getExpertFigures(db, expertIds)
  const ids = new Set(rows.flatMap(({ farmer_id, expert_id }) => [farmer_id, expert_id]))
  const contactsById = new Map((await getContacts(db, [...ids])).map(contact => [contact.id, contact]))
  const analyses = await loadRequestedAnalyses(
    db,
    app,
    rows.flatMap(({ analysis_id }) => analysis_id ?? []),
    origin,
  )
  const now = app.clock.now()
  return rows.map(row => {
    const [farmer, expert] = [contactsById.get(row.farmer_id), contactsById.get(row.expert_id)]
    if (!farmer || !expert) throw new Error(`unknown user in booking ${row.id}`)
    const isApproved = row.status === 'approved'
    return {
      ...presentRow(row),
      analysis: analyses.get(row.analysis_id ?? '') ?? null,
      farmer: {
        id: farmer.id,
        username: farmer.username,
        email: farmer.email,
        phone_number: isApproved ? farmer.phone_number : null,
      },
      expert: {
        ...presentExpert(row.expert_id, experts, figures),
        // A former member has no email address any more.
        contact: isApproved && expert.email ? { email: expert.email, phone_number: expert.phone_number } : null,
      },
      slot: presentSlotTimes({ ...row, id: row.slot_id, start_time: row.slot_start, end_time: row.slot_end }, now),
    }
  })
}

/** Presents one booking for its two parties. */
export async function presentBooking(db: Db, app: App, row: BookingRow, origin: string): Promise<Booking> {
  const [booking] = await presentBookings(db, app, [row], origin)
  if (!booking) throw new Error(`booking ${row.id} is not presented`)
  return booking
}

const presentRow = (row: BookingRow) => ({
  id: row.id,
  status: row.status,
  ended: row.ended,
  ended_by: row.ended_by,
  reason: row.reason,
  selected_date: row.selected_date?.toISOString() ?? null,
  selected_end: row.selected_end?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  outcome: row.outcome,
  note: row.note,
  is_helpful: row.is_helpful,
  question: row.question,
  meeting: row.meeting,
  place: row.place,
})
