import type { Tx } from '../../../platform/db/database.ts'

/** Deletes what a user chose and got of warnings. Decided warnings stay, without the name. */
export async function eraseWarnings(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('expert_countries').where('user_id', '=', userId).execute()
  await tx.deleteFrom('warning_notices').where('farmer_id', '=', userId).execute()
  // A delivery that had come to this farmer begins the district again; nobody is notified twice.
  await tx.updateTable('warning_deliveries').set({ farmer_id: null }).where('farmer_id', '=', userId).execute()
}
