import type { Language, PageQuery } from '@kutu/contract/common'
import { kindByType, type NotificationKind } from '@kutu/contract/notifications/notification-kinds'
import type { Notification } from '@kutu/contract/notifications/notifications'
import { notificationType } from '@kutu/contract/notifications/notifications'
import { retentionMs } from '@kutu/contract/retention'
import type { Selectable } from 'kysely'
import type { App } from '../../../context.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { onPage } from '../../../platform/http/pagination.ts'
import { t } from '../../../platform/i18n/translate.ts'
import type { NotificationsTables } from '../tables.ts'

type NotificationListQuery = PageQuery & { status?: 'read' | 'unread' | undefined; kind?: NotificationKind | undefined }

/** Returns a page of the caller's notifications, newest first, with their count and the number of unread ones. */
export async function listNotifications(app: App, caller: Caller, query: NotificationListQuery, language: Language) {
  const all = app.db.selectFrom('notifications').where('user_id', '=', caller.id)
  const { kind } = query
  const own = kind ? all.where('type', 'in', getTypesOfKind(kind)) : all
  const filtered = query.status ? own.where('read_at', query.status === 'read' ? 'is not' : 'is', null) : own
  const rows = await filtered
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$call(onPage(query))
    .execute()
  const count = await countUpTo(app.db, filtered)
  return {
    count,
    unread: await countUnread(app, caller),
    notifications: rows.map(row => presentNotification(row, language)),
  }
}

const getTypesOfKind = (kind: NotificationKind) => notificationType.options.filter(type => kindByType[type] === kind)

/** Counts unread notifications of all kinds, independent of the filters of a list, for the bell. */
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
    message: t(language, `notification.${type}`, details),
    date: created_at.toISOString(),
    read: read_at !== null,
    subject: subject_type !== null && subject_id !== null ? { type: subject_type, id: subject_id } : null,
  }
}

/**
 * Marks a notification as read.
 * @throws ApiError not_found, also for a notification of another user
 */
export async function readNotification(
  app: App,
  caller: Caller,
  id: string,
  language: Language,
): Promise<Notification> {
  const own = app.db.updateTable('notifications').where('id', '=', id).where('user_id', '=', caller.id)
  const row = await own
    // A notification keeps the time at which it was first read.
    .set(({ fn, ref, val }) => ({ read_at: fn.coalesce(ref('read_at'), val(app.clock.now())) }))
    .returningAll()
    .executeTakeFirstOrThrow(() => apiError('not_found'))
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

/** Deletes old notifications, read or not. */
export async function sweepNotifications(app: App): Promise<void> {
  const cutoff = new Date(app.clock.now().getTime() - retentionMs('notifications'))
  await app.db.deleteFrom('notifications').where('created_at', '<', cutoff).execute()
}
