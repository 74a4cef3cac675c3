import type { Tx } from '../../../platform/db/database.ts'

/** Deletes the reasons that a user wrote. Decided and withdrawn warnings stay, without the name. */
export async function eraseWarnings(tx: Tx, userId: string): Promise<void> {
  // Relies on trigger warnings_are_decided_once, which allows this change of a withdrawn warning only.
  await tx
    .updateTable('disease_warnings')
    .set({ withdrawal_reason: null })
    .where('withdrawn_by', '=', userId)
    .where('withdrawal_reason', 'is not', null)
    .execute()
  // A delivery that stopped at this farmer restarts with the first one of the district; nobody is notified twice.
  await tx.updateTable('warning_deliveries').set({ farmer_id: null }).where('farmer_id', '=', userId).execute()
}
