import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'

/** Returns the country in which an expert decides on warnings, for the data export. */
export async function exportWarnings(db: Kysely<Database>, userId: string) {
  const countries = await db.selectFrom('expert_countries').select('country').where('user_id', '=', userId).execute()
  return { countries }
}
