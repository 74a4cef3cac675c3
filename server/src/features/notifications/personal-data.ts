import type { Language } from '@kutu/contract/common'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { exportRows } from '../../platform/db/personal-data.ts'
import { presentNotification } from './inbox/notifications.ts'
import { retractNotifications } from './inbox/notify.ts'

/** Returns a user's notifications in their language, their notification choices and their push subscriptions. */
export async function exportNotifications(db: Db, userId: string, language: Language) {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  const choices = await exportRows(db, 'notification_choices', { user_id: userId })
  const subscriptions = await exportRows(db, 'push_subscriptions', { user_id: userId }, 'created_at desc')
  // The full endpoint is a capability to send pushes to the browser, so only its host is exported.
  const browsers = subscriptions.map(({ endpoint, created_at }) => ({
    service: new URL(endpoint).host,
    since: created_at,
  }))
  return { notifications: rows.map(row => presentNotification(row, language)), choices, browsers }
}

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
