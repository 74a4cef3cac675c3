import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { exportedColumns } from '../../../platform/db/personal-data.ts'
import { isAuthorOfNote } from './erase-warnings.ts'

/**
 * Returns the warnings that a farmer got, the country in which an expert decides on warnings, the notes on those
 * that the expert declined or withdrew, and the labels that the expert gave to their photos, for the data export.
 */
export async function exportWarnings(db: Kysely<Database>, userId: string) {
  const countries = await db.selectFrom('expert_countries').select('country').where('user_id', '=', userId).execute()
  const received = await db
    .selectFrom('warning_notices')
    .select(exportedColumns('warning_notices'))
    .where('farmer_id', '=', userId)
    .orderBy('sent_at', 'desc')
    .execute()
  const notes = await db
    .selectFrom('disease_warnings')
    .select(exportedColumns('disease_warnings'))
    .where(eb => isAuthorOfNote(eb, userId))
    .where('note', 'is not', null)
    .orderBy('decided_at', 'desc')
    .execute()
  const labels = await db
    .selectFrom('warning_photo_labels')
    .select(exportedColumns('warning_photo_labels'))
    .where('expert_id', '=', userId)
    .orderBy('labeled_at')
    .execute()
  return { countries, received, notes, labels }
}
