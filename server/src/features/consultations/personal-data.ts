import type { Db, Tx } from '../../platform/db/database.ts'
import { exportedColumns, exportRows } from '../../platform/db/personal-data.ts'

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
  const slots = await exportRows(db, 'availability_slots', { expert_id: userId }, 'start_time')
  const workingHours = await exportRows(db, 'working_hours', { expert_id: userId })
  return { bookings, slots, workingHours }
}

/** Erases the reasons a user wrote when ending bookings. The other side still sees that the booking ended. */
export async function eraseBookingReasons(tx: Tx, userId: string): Promise<void> {
  for (const side of ['farmer', 'expert'] as const)
    await tx
      .updateTable('bookings')
      .set({ reason: null })
      .where(`${side}_id`, '=', userId)
      .where('ended_by', '=', side)
      .where('reason', 'is not', null)
      .execute()
}

/** Erases the notes on appointments of a user, as farmer or as expert. That they took place stays, for the expert's figures. */
export async function eraseOutcomeNotes(tx: Tx, userId: string): Promise<void> {
  for (const side of ['farmer_id', 'expert_id'] as const)
    await tx
      .updateTable('appointment_outcomes')
      .set({ note: null })
      .where(side, '=', userId)
      .where('note', 'is not', null)
      .execute()
}
