import type { Tx } from '../../../platform/db/database.ts'

/** Deletes what a farmer wrote with bookings. Call it before the analyses are erased, which it may refer to. */
export async function eraseBookingRequests(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('booking_requests').where('farmer_id', '=', userId).execute()
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

/** Deletes the working hours of an expert. The account is closed, so no slots are generated from them any more. */
export async function eraseWorkingHours(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('working_hours').where('expert_id', '=', userId).execute()
}
