import type { Tx } from '../../../platform/db/database.ts'

/** Deletes what a user chose about warnings. Decided warnings stay, without the name. */
export async function eraseWarnings(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('expert_countries').where('user_id', '=', userId).execute()
}
