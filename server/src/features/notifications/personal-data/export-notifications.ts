import type { Language } from '@kutu/contract/common'
import type { Db } from '../../../platform/db/database.ts'
import { exportedColumns } from '../../../platform/db/personal-data.ts'
import { presentNotification } from '../inbox/notifications.ts'

/** Returns a user's notifications in their language, their notification choices and their push subscriptions. */
export async function exportNotifications(db: Db, userId: string, language: Language) {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  const choices = await db
    .selectFrom('notification_choices')
    .select(exportedColumns('notification_choices'))
    .where('user_id', '=', userId)
    .execute()
  const subscriptions = await db
    .selectFrom('push_subscriptions')
    .select(exportedColumns('push_subscriptions'))
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  // The full endpoint is a capability to send pushes to the browser, so only its host is exported.
  const browsers = subscriptions.map(({ endpoint, created_at }) => ({
    service: new URL(endpoint).host,
    since: created_at,
  }))
  return { notifications: rows.map(row => presentNotification(row, language)), choices, browsers }
}
