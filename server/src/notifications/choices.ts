import {
  channelsFor,
  kindOf,
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
} from '@kutu/contract/notification-kinds'
import type { NotificationType } from '@kutu/contract/notifications'
import type { NotificationChoice } from '@kutu/contract/settings'
import type { Kysely } from 'kysely'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import type { Database, Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { fieldMistake } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'

/** What each of the users chose for a channel; without a choice everything is told. */
export async function choicesOf(
  db: Kysely<Database>,
  users: readonly string[],
  channel: NotificationChannel,
): Promise<(user: string, type: NotificationType) => boolean> {
  const rows =
    users.length === 0
      ? []
      : await db
          .selectFrom('notification_choices')
          .select(['user_id', 'kind', 'is_on'])
          .where('user_id', 'in', users)
          .where('channel', '=', channel)
          .execute()
  const chosen = new Map(rows.map(({ user_id, kind, is_on }) => [`${user_id} ${kind}`, is_on]))
  return (user, type) => chosen.get(`${user} ${kindOf[type]}`) ?? true
}

/** Whether a user wants to hear of such a thing by such a way. */
export async function wants(
  tx: Tx,
  user: string,
  type: NotificationType,
  channel: NotificationChannel,
): Promise<boolean> {
  return (await choicesOf(tx, [user], channel))(user, type)
}

export async function showChoices(app: App, caller: Caller): Promise<{ choices: NotificationChoice[] }> {
  const rows = await app.db
    .selectFrom('notification_choices')
    .select(['kind', 'channel', 'is_on'])
    .where('user_id', '=', caller.id)
    .execute()
  const chosen = (kind: NotificationKind, channel: NotificationChannel) =>
    rows.find(row => row.kind === kind && row.channel === channel)?.is_on ?? true
  return {
    choices: notificationKinds.flatMap(kind =>
      channelsFor[kind].map(channel => ({ kind, channel, is_on: chosen(kind, channel) })),
    ),
  }
}

/**
 * Of two choices for the same the last counts.
 * @throws Refusal validation_failed for a way by which that kind is never told
 */
export async function choose(app: App, caller: Caller, choices: readonly NotificationChoice[]) {
  const wrong = choices.findIndex(({ kind, channel }) => !channelsFor[kind].includes(channel))
  if (wrong >= 0) throw fieldMistake(`choices.${wrong}.channel`, 'field.invalid')
  const last = new Map(choices.map(each => [`${each.kind} ${each.channel}`, each]))
  // In one order, so that two devices that choose at once wait for each other but never in a circle.
  const rows = [...last.entries()].sort().map(([, each]) => ({ user_id: caller.id, ...each }))
  await write(app, async tx => {
    await tx
      .insertInto('notification_choices')
      .values(rows)
      .onConflict(conflict =>
        conflict.columns(['user_id', 'kind', 'channel']).doUpdateSet(({ ref }) => ({ is_on: ref('excluded.is_on') })),
      )
      .execute()
    const subject = { type: 'user', id: caller.id }
    const after = Object.fromEntries(rows.map(({ kind, channel, is_on }) => [`${kind}.${channel}`, is_on]))
    await audit(app, tx, { actor: caller.id, action: 'notifications.chosen', subject, after })
  })
  return showChoices(app, caller)
}
