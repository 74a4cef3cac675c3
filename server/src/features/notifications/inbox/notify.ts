import type { NotificationType } from '@kutu/contract/notifications/notification-kinds'
import type { Selectable } from 'kysely'
import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { MessageValues } from '../../../platform/i18n/translate.ts'
import { enqueue, removeJobs } from '../../../platform/jobs/queue.ts'
import { loadChannelChoices } from '../settings/notification-choices.ts'
import type { NotificationsTables } from '../tables.ts'

export type NewNotification = {
  to: string
  type: NotificationType
  /** Values for the placeholders of the sentence; long texts must be shortened by the caller. */
  details: MessageValues
  subject: { type: NonNullable<NotificationsTables['notifications']['subject_type']>; id: string } | null
  /** Id of the event that causes the notification. Undoing the event retracts the notification by this id. */
  cause: string
  /** The page that a push opens; the list of notifications when left out. */
  path?: string
  /** True if the event can be undone for a minute. The push is held until then. */
  isUndoable?: boolean
}

/** Delay of emails and pushes about an event that can be undone: slightly longer than the time for undoing it. */
export const heldMessageSeconds = 75

/** Types of notifications about events that can be undone. Their emails and pushes are held until then. */
const heldTypes = [
  'post_approved',
  'post_flagged',
  'post_hidden',
  'post_commented',
  'post_answered',
  'response_approved',
  'response_flagged',
  'response_hidden',
  'response_endorsed',
] as const satisfies readonly NotificationType[]

/** Returns the key of the job that sends a held message, by which retracting the notification removes the job. */
export const heldMessageKey = (cause: string, type: NotificationType, channel: 'mail' | 'push') =>
  `held:${cause}:${type}:${channel}`

/** Returns the placeholders of a reason that a person may have given. */
export const reasonValues = (reason: string | null | undefined) => ({
  hasReason: reason ? 'yes' : 'no',
  reason: reason ?? '',
})

const batchSize = 1000

/**
 * Creates notifications for the app and queues pushes, as each user has chosen. Call it in the transaction of the
 * event.
 */
export async function notify(app: App, tx: Tx, notifications: readonly NewNotification[]): Promise<void> {
  for (let start = 0; start < notifications.length; start += batchSize)
    await notifyBatch(app, tx, notifications.slice(start, start + batchSize))
}

async function notifyBatch(app: App, tx: Tx, notifications: readonly NewNotification[]): Promise<void> {
  const users = [...new Set(notifications.map(({ to }) => to))]
  const wantsInApp = await loadChannelChoices(tx, users, 'in_app')
  const created_at = app.clock.now()
  const rows = notifications
    .filter(({ to, type }) => wantsInApp(to, type))
    .map(({ to, type, details, subject, cause }) => ({
      user_id: to,
      type,
      details: JSON.stringify(details),
      subject_type: subject?.type ?? null,
      subject_id: subject?.id ?? null,
      cause_id: cause,
      created_at,
      read_at: null,
    }))
  // Relies on trigger notifications_of_members, which skips former members.
  if (rows.length > 0) await insertInto(tx, 'notifications', rows).execute()
  await enqueuePushes(tx, notifications, users)
}

/** Queues jobs only for users with a push subscription. */
async function enqueuePushes(
  tx: Tx,
  notifications: readonly NewNotification[],
  users: readonly string[],
): Promise<void> {
  const subscribed = await tx
    .selectFrom('push_subscriptions')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', users)
    .execute()
  if (subscribed.length === 0) return
  const subscribers = new Set(subscribed.map(({ user_id }) => user_id))
  const wantsPush = await loadChannelChoices(tx, [...subscribers], 'push')
  for (const { to, type, details, cause, path, isUndoable } of notifications) {
    if (!subscribers.has(to) || !wantsPush(to, type)) continue
    const delay = isUndoable ? { key: heldMessageKey(cause, type, 'push'), delaySeconds: heldMessageSeconds } : {}
    await enqueue(tx, 'push', { to, type, details, cause, ...(path && { path }) }, delay)
  }
}

type RetractionTarget = ({ cause: string } | { subject: string }) & { types?: readonly NotificationType[] }
/** An unread notification that was deleted, as JSON stores it. */
export type RetractedNotification = Omit<Selectable<NotificationsTables['notifications']>, 'created_at' | 'read_at'> & {
  created_at: string
}

/**
 * Deletes unread notifications, either of one cause or about one subject, optionally of some types only. Their emails
 * and pushes are not sent if they are still held.
 */
export async function retractNotifications(tx: Tx, target: RetractionTarget): Promise<RetractedNotification[]> {
  const cause = 'cause' in target ? target.cause : target.subject
  await removeJobs(
    tx,
    (target.types ?? heldTypes).flatMap(type => [
      heldMessageKey(cause, type, 'mail'),
      heldMessageKey(cause, type, 'push'),
    ]),
  )
  const unread = tx.deleteFrom('notifications').where('read_at', 'is', null)
  const ofTypes = target.types === undefined ? unread : unread.where('type', 'in', target.types)
  const rows = await ('cause' in target
    ? ofTypes.where('cause_id', '=', target.cause)
    : ofTypes.where('subject_id', '=', target.subject)
  )
    .returning(['id', 'user_id', 'type', 'details', 'subject_type', 'subject_id', 'cause_id', 'created_at'])
    .execute()
  return rows.map(row => ({ ...row, created_at: row.created_at.toISOString() }))
}

/** Restores retracted notifications as unread, without another email or push. */
export async function restoreNotifications(tx: Tx, notifications: readonly RetractedNotification[]): Promise<void> {
  if (notifications.length === 0) return
  // Relies on trigger notifications_of_members, which skips former members.
  const rows = notifications.map(row => ({
    ...row,
    details: JSON.stringify(row.details),
    created_at: new Date(row.created_at),
    read_at: null,
  }))
  await insertInto(tx, 'notifications', rows).execute()
}

/**
 * Returns the users who have an unread notification of this type, optionally about one subject. They need no further
 * email.
 */
export async function findUsersWithUnread(
  tx: Tx,
  users: readonly string[],
  type: NotificationType,
  subject?: string,
): Promise<Set<string>> {
  if (users.length === 0) return new Set()
  const rows = await tx
    .selectFrom('notifications')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', users)
    .where('type', '=', type)
    .where('read_at', 'is', null)
    .$if(subject !== undefined, query => query.where('subject_id', '=', subject ?? ''))
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}
