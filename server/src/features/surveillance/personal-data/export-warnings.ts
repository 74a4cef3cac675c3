import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'

/**
 * Returns the warnings that a farmer got, the country in which an expert decides on warnings, and those that the expert withdrew, for
 * the data export.
 */
export async function exportWarnings(db: Kysely<Database>, userId: string) {
  const countries = await db.selectFrom('expert_countries').select('country').where('user_id', '=', userId).execute()
  const received = await db
    .selectFrom('warning_notices')
    .select(['warning_id', 'crop', 'sent_at', 'sms_at', 'withdrawal_at', 'withdrawal_sms_at'])
    .where('farmer_id', '=', userId)
    .orderBy('sent_at', 'desc')
    .execute()
  const withdrawn = await db
    .selectFrom('disease_warnings')
    .select(['id', 'withdrawn_at', 'withdrawal_reason'])
    .where('withdrawn_by', '=', userId)
    .orderBy('withdrawn_at', 'desc')
    .execute()
  return { countries, received, withdrawn }
}
