import type { Db } from '../../../platform/db/database.ts'
import { exportedColumns } from '../../../platform/db/personal-data.ts'

/** Returns all bookings of a user on either side, and the slots and working hours of an expert. */
export async function exportConsultations(db: Db, userId: string) {
  const bookings = await db
    .selectFrom('bookings as b')
    .leftJoin('booking_requests as q', 'q.booking_id', 'b.id')
    .leftJoin('appointment_outcomes as o', 'o.booking_id', 'b.id')
    .leftJoin('booking_replies as r', 'r.booking_id', 'b.id')
    .select(exportedColumns('bookings').map(column => `b.${column}` as const))
    .select(exportedColumns('appointment_outcomes').map(column => `o.${column}` as const))
    .select(exportedColumns('booking_replies').map(column => `r.${column}` as const))
    .select(exportedColumns('booking_requests').map(column => `q.${column}` as const))
    .where(({ or, eb }) => or([eb('b.farmer_id', '=', userId), eb('b.expert_id', '=', userId)]))
    .orderBy('b.created_at')
    .execute()
  const slots = await db
    .selectFrom('availability_slots')
    .select(exportedColumns('availability_slots'))
    .where('expert_id', '=', userId)
    .orderBy('start_time')
    .execute()
  const workingHours = await db
    .selectFrom('working_hours')
    .select(exportedColumns('working_hours'))
    .where('expert_id', '=', userId)
    .execute()
  return { bookings, slots, workingHours }
}
