import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'

/** Returns all bookings of a user on either side, and the slots an expert offered. */
export async function exportConsultations(db: Kysely<Database>, userId: string) {
  const bookings = await db
    .selectFrom('bookings')
    .select(['id', 'slot_id', 'farmer_id', 'expert_id', 'slot_start', 'slot_end', 'status', 'ended', 'ended_by'])
    .select(['ended_at', 'reason', 'selected_date', 'selected_end', 'created_at'])
    .where(({ or, eb }) => or([eb('farmer_id', '=', userId), eb('expert_id', '=', userId)]))
    .orderBy('created_at')
    .execute()
  const slots = await db
    .selectFrom('availability_slots')
    .select(['id', 'start_time', 'end_time', 'is_active', 'closed_at', 'created_at'])
    .where('expert_id', '=', userId)
    .orderBy('start_time')
    .execute()
  return { bookings, slots }
}
