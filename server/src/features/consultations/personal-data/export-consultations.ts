import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'

/** Returns all bookings of a user on either side, and the slots and working hours of an expert. */
export async function exportConsultations(db: Kysely<Database>, userId: string) {
  const bookings = await db
    .selectFrom('bookings as b')
    .leftJoin('booking_requests as q', 'q.booking_id', 'b.id')
    .select(['b.id', 'b.slot_id', 'b.farmer_id', 'b.expert_id', 'b.slot_start', 'b.slot_end', 'b.status', 'b.ended'])
    .select(['b.ended_by', 'b.ended_at', 'b.reason', 'b.selected_date', 'b.selected_end', 'b.created_at'])
    .leftJoin('appointment_outcomes as o', 'o.booking_id', 'b.id')
    .leftJoin('booking_replies as r', 'r.booking_id', 'b.id')
    .select(['o.outcome', 'o.note', 'o.recorded_at', 'o.is_helpful', 'o.rated_at', 'r.replied_at'])
    .select(['q.question', 'q.analysis_id', 'q.meeting', 'q.place'])
    .where(({ or, eb }) => or([eb('b.farmer_id', '=', userId), eb('b.expert_id', '=', userId)]))
    .orderBy('b.created_at')
    .execute()
  const slots = await db
    .selectFrom('availability_slots')
    .select(['id', 'start_time', 'end_time', 'is_active', 'closed_at', 'created_at'])
    .where('expert_id', '=', userId)
    .orderBy('start_time')
    .execute()
  const workingHours = await db
    .selectFrom('working_hours')
    .select(['time_zone', 'appointment_minutes', 'break_minutes', 'days_ahead', 'periods', 'days_off', 'saved_at'])
    .where('expert_id', '=', userId)
    .execute()
  return { bookings, slots, workingHours }
}
