import type { Language } from '@kutu/contract/common'
import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { presentNotification } from '../inbox/notifications.ts'

/** What a user was told, in the words of their language, what they chose to hear of, and the browsers that are told. */
export async function exportNotifications(db: Kysely<Database>, userId: string, language: Language) {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  const choices = await db
    .selectFrom('notification_choices')
    .select(['kind', 'channel', 'is_on'])
    .where('user_id', '=', userId)
    .execute()
  const subscriptions = await db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  // Whoever knows the rest of the address could write to the browser.
  const browsers = subscriptions.map(({ endpoint, created_at }) => ({
    service: new URL(endpoint).host,
    since: created_at,
  }))
  return { notifications: rows.map(row => presentNotification(row, language)), choices, browsers }
}
