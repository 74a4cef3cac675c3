import type { Language } from '@kutu/contract/common'
import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import { presentNotification } from './notifications.ts'

/** What a user was told, in the words of their language, and what they chose to hear of. */
export async function notificationsDataOf(db: Kysely<Database>, userId: string, language: Language) {
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
  return { notifications: rows.map(row => presentNotification(row, language)), choices }
}
