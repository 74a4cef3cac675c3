import type { ExpressionBuilder } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { exportedColumns, exportRows } from '../../platform/db/personal-data.ts'

/**
 * Returns the warnings that a farmer got, the country in which an expert decides on warnings, the notes on those
 * that the expert declined or withdrew, and the labels that the expert gave to their photos, for the data export.
 */
export async function exportWarnings(db: Db, userId: string) {
  const countries = await exportRows(db, 'expert_countries', { user_id: userId })
  const received = await exportRows(db, 'warning_notices', { farmer_id: userId }, 'sent_at desc')
  const notes = await db
    .selectFrom('disease_warnings')
    .select(exportedColumns('disease_warnings'))
    .where(eb => isAuthorOfNote(eb, userId))
    .where('note', 'is not', null)
    .orderBy('decided_at', 'desc')
    .execute()
  const labels = await exportRows(db, 'warning_photo_labels', { expert_id: userId }, 'labeled_at')
  return { countries, received, notes, labels }
}

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
const isAuthorOfNote = ({ fn, eb }: ExpressionBuilder<Database, 'disease_warnings'>, userId: string) =>
  eb(fn.coalesce('withdrawn_by', 'decided_by'), '=', userId)
