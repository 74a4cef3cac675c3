import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { retractNotifications } from '../inbox/notify.ts'

/** Deletes the notifications that say that a user waits, and removes the name and reasons from those of others. */
export async function eraseNotifications(tx: Tx, { id, username }: { id: string; username: string }): Promise<void> {
  await retractNotifications(tx, { cause: id, types: ['expert_waiting'] })
  const former = JSON.stringify({ former: true })
  // Each is the expression of an index, such as notifications_by_name, and so must not be a parameter.
  for (const nameKey of ['name', 'username'] as const)
    await sql`
      update notifications set details = details || jsonb_build_object(${nameKey}::text, ${former}::jsonb)
        || case when details ? 'reason' then '{"reason": "", "hasReason": "no"}'::jsonb else '{}'::jsonb end
      where details ->> ${sql.lit(nameKey)} = ${username}`.execute(tx)
}

/** Deletes everybody's notifications about posts or bookings of these ids. */
export async function eraseNotificationsAbout(tx: Tx, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length > 0) await tx.deleteFrom('notifications').where('subject_id', 'in', subjectIds).execute()
}
