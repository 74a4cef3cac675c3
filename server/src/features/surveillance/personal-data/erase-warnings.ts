import type { ExpressionBuilder } from 'kysely'
import type { Database, Tx } from '../../../platform/db/database.ts'

/** Deletes the notes that a user wrote. Decided and withdrawn warnings stay, without the name. */
export async function eraseWarnings(tx: Tx, userId: string): Promise<void> {
  // Relies on trigger warnings_are_decided_once, which allows this change of a declined or withdrawn warning only.
  await tx
    .updateTable('disease_warnings')
    .set({ note: null })
    .where(eb => isAuthorOfNote(eb, userId))
    .where('note', 'is not', null)
    .execute()
  // A delivery that stopped at this farmer restarts with the first one of the district; nobody is notified twice.
  await tx.updateTable('warning_deliveries').set({ farmer_id: null }).where('farmer_id', '=', userId).execute()
}

/** A note is of who withdrew the warning, or else of who declined it. */
export const isAuthorOfNote = ({ fn, eb }: ExpressionBuilder<Database, 'disease_warnings'>, userId: string) =>
  eb(fn.coalesce('withdrawn_by', 'decided_by'), '=', userId)
