import type { NotificationType } from '@kutu/contract/notifications/notification-kinds'
import {
  channelsByKind,
  isOnByDefault,
  kindByType,
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
} from '@kutu/contract/notifications/notification-kinds'
import type { NotificationChoice } from '@kutu/contract/notifications/notification-settings'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'

/** Loads the choices of the users for one channel, as `loadKindChoices` does, by notification type. */
export async function loadChannelChoices(
  db: Db,
  users: readonly string[],
  channel: NotificationChannel,
): Promise<(userId: string, type: NotificationType) => boolean> {
  const isEnabled = await loadKindChoices(db, users, channel)
  return (userId, type) => isEnabled(userId, kindByType[type])
}

/**
 * Loads the choices of the users for one channel. The returned function tells whether a kind is enabled for a user, by its
 * default where the user chose nothing.
 */
export async function loadKindChoices(
  db: Db,
  users: readonly string[],
  channel: NotificationChannel,
): Promise<(userId: string, kind: NotificationKind) => boolean> {
  const rows =
    users.length === 0
      ? []
      : await db
          .selectFrom('notification_choices')
          .select(['user_id', 'kind', 'is_on'])
          .where('user_id', 'in', users)
          .where('channel', '=', channel)
          .execute()
  const enabled = new Map(rows.map(({ user_id, kind, is_on }) => [`${user_id} ${kind}`, is_on]))
  return (userId, kind) => enabled.get(`${userId} ${kind}`) ?? isOnByDefault(kind, channel)
}

/** Returns true if the user receives this type of notification by this channel. */
export async function isChannelEnabled(
  tx: Tx,
  userId: string,
  type: NotificationType,
  channel: NotificationChannel,
): Promise<boolean> {
  return (await loadChannelChoices(tx, [userId], channel))(userId, type)
}

export async function showNotificationChoices(
  app: App,
  caller: Pick<Caller, 'id'>,
): Promise<{ choices: NotificationChoice[] }> {
  const rows = await app.db
    .selectFrom('notification_choices')
    .select(['kind', 'channel', 'is_on'])
    .where('user_id', '=', caller.id)
    .execute()
  const isEnabled = (kind: NotificationKind, channel: NotificationChannel) =>
    rows.find(row => row.kind === kind && row.channel === channel)?.is_on ?? isOnByDefault(kind, channel)
  return {
    choices: notificationKinds.flatMap(kind =>
      channelsByKind[kind].map(channel => ({ kind, channel, is_on: isEnabled(kind, channel) })),
    ),
  }
}

/**
 * Stores the caller's choices. Of two choices for the same kind and channel, the last counts.
 * @throws ApiError validation_failed for a channel that the kind does not have
 */
export async function updateNotificationChoices(
  app: App,
  caller: Pick<Caller, 'id'>,
  choices: readonly NotificationChoice[],
) {
  const invalidIndex = choices.findIndex(({ kind, channel }) => !channelsByKind[kind].includes(channel))
  if (invalidIndex >= 0) throw fieldError(`choices.${invalidIndex}.channel`, 'field.invalid')
  const latest = new Map(choices.map(choice => [`${choice.kind} ${choice.channel}`, choice]))
  // Sorted, so that simultaneous requests of two devices lock the rows in the same order and cannot deadlock.
  const rows = [...latest.entries()].sort().map(([, choice]) => ({ user_id: caller.id, ...choice }))
  await withTransaction(app, async tx => {
    await insertInto(tx, 'notification_choices', rows)
      .onConflict(conflict =>
        conflict.columns(['user_id', 'kind', 'channel']).doUpdateSet(({ ref }) => ({ is_on: ref('excluded.is_on') })),
      )
      .execute()
    const subject = { type: 'user', id: caller.id }
    const after = Object.fromEntries(rows.map(({ kind, channel, is_on }) => [`${kind}.${channel}`, is_on]))
    await audit(app, tx, { actor: caller.id, action: 'notifications.chosen', subject, after })
  })
  return showNotificationChoices(app, caller)
}
