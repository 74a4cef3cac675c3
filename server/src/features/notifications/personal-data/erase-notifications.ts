import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

/** What a user was told and chose to hear of, and their name and words in what others were told. */
export async function eraseNotifications(tx: Tx, { id, username }: { id: string; username: string }): Promise<void> {
  for (const table of ['notifications', 'notification_choices', 'push_subscriptions'] as const)
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  const former = JSON.stringify({ former: true })
  for (const nameKey of ['name', 'username'])
    await sql`
      update notifications set details = details || jsonb_build_object(${nameKey}::text, ${former}::jsonb)
        || case when details ? 'reason' then '{"reason": "", "hasReason": "no"}'::jsonb else '{}'::jsonb end
      where details ->> ${nameKey}::text = ${username}`.execute(tx)
}
