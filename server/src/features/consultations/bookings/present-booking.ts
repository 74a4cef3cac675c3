import type { Booking } from '@kutu/contract/consultations/consultations'
import { type InferResult, sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { epochMicros } from '../../../platform/http/pagination.ts'
import { getContacts } from '../../accounts/users/users.ts'
import { loadSlotExperts, presentSlotTimes } from '../slots/present-slot.ts'
import { loadRequestedAnalyses } from './booking-requests.ts'

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

/** A booking with the current state of its slot. */
export type BookingRow = InferResult<ReturnType<typeof selectBookings>>[number]

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
  const getExpert = await loadSlotExperts(db, app, rows, origin)
  const ids = new Set(rows.flatMap(({ farmer_id, expert_id }) => [farmer_id, expert_id]))
  const contactsById = new Map((await getContacts(db, [...ids])).map(contact => [contact.id, contact]))
  const analysisIds = rows.flatMap(({ analysis_id }) => analysis_id ?? [])
  const analyses = await loadRequestedAnalyses(db, app, analysisIds, origin)
  const now = app.clock.now()
  return rows.map(row => {
    const [farmer, expert] = [contactsById.get(row.farmer_id), contactsById.get(row.expert_id)]
    if (!farmer || !expert) throw new Error(`unknown user in booking ${row.id}`)
    const isApproved = row.status === 'approved'
    return {
      ...row,
      selected_date: row.selected_date?.toISOString() ?? null,
      selected_end: row.selected_end?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      analysis: analyses.get(row.analysis_id ?? '') ?? null,
      farmer: {
        id: farmer.id,
        username: farmer.username,
        email: farmer.email,
        phone_number: isApproved ? farmer.phone_number : null,
      },
      expert: {
        ...getExpert(row.expert_id),
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
