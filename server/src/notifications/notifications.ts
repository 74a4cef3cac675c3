import type { Language, Page } from '@kutu/contract/common'
import { kindOf, type NotificationKind } from '@kutu/contract/notification-kinds'
import { type Notification, notificationType } from '@kutu/contract/notifications'
import type { Selectable } from 'kysely'
import type { App } from '../context.ts'
import { refuse } from '../http/errors.ts'
import { offsetOf } from '../http/paging.ts'
import type { Caller } from '../http/session.ts'
import { say } from '../text/say.ts'
import type { NotificationsTables } from './tables.ts'

type Asked = Page & { status?: 'read' | 'unread' | undefined; kind?: NotificationKind | undefined }

/** A user's notifications, newest first, and how many are unread. */
export async function listNotifications(app: App, caller: Caller, query: Asked, language: Language) {
  const all = app.db.selectFrom('notifications').where('user_id', '=', caller.id)
  const { kind } = query
  const own = kind ? all.where('type', 'in', typesOf(kind)) : all
  const asked = query.status ? own.where('read_at', query.status === 'read' ? 'is not' : 'is', null) : own
  const rows = await asked
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.page_size)
    .offset(offsetOf(query))
    .execute()
  const { count } = await asked.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  return {
    count: Number(count),
    unread: await countUnread(app, caller),
    notifications: rows.map(row => presentNotification(row, language)),
  }
}

const typesOf = (kind: NotificationKind) => notificationType.options.filter(type => kindOf[type] === kind)

/** Of all kinds, whatever the list shows: what the bell says. */
export async function countUnread(app: App, caller: Caller): Promise<number> {
  const { count } = await app.db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', caller.id)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function presentNotification(
  row: Selectable<NotificationsTables['notifications']>,
  language: Language,
): Notification {
  const { id, type, details, subject_type, subject_id, created_at, read_at } = row
  return {
    id,
    type,
    message: say(language, `notification.${type}`, details),
    date: created_at.toISOString(),
    read: read_at !== null,
    subject: subject_type !== null && subject_id !== null ? { type: subject_type, id: subject_id } : null,
  }
}

/** @throws Refusal not_found, also for another's */
export async function readNotification(
  app: App,
  caller: Caller,
  id: string,
  language: Language,
): Promise<Notification> {
  const own = app.db.updateTable('notifications').where('id', '=', id).where('user_id', '=', caller.id)
  const row = await own
    // Read once stays read since then.
    .set(({ fn, ref, val }) => ({ read_at: fn.coalesce(ref('read_at'), val(app.clock.now())) }))
    .returningAll()
    .executeTakeFirst()
  if (!row) throw refuse('not_found')
  return presentNotification(row, language)
}

export async function readAllNotifications(app: App, caller: Caller): Promise<{ unread: number }> {
  await app.db
    .updateTable('notifications')
    .set({ read_at: app.clock.now() })
    .where('user_id', '=', caller.id)
    .where('read_at', 'is', null)
    .execute()
  return { unread: await countUnread(app, caller) }
}

const keptFor = 180 * 24 * 3600 * 1000

/** Lets go of what is half a year old, read or not. */
export async function sweepNotifications(app: App): Promise<void> {
  const old = new Date(app.clock.now().getTime() - keptFor)
  await app.db.deleteFrom('notifications').where('created_at', '<', old).execute()
}
