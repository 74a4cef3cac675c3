import type { Tx } from '../../../platform/db/database.ts'

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
