import type { NotificationType } from '@kutu/contract/notifications'
import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Values } from '../text/say.ts'
import type { NotificationsTables } from './tables.ts'

export type News = {
  to: string
  type: NotificationType
  /** What its sentence names; a long text comes shortened. */
  details: Values
  subject: { type: NonNullable<NotificationsTables['notifications']['subject_type']>; id: string } | null
  /** The one act it tells of: whoever undoes it takes the news back by this id. */
  cause: string
}

const atOnce = 1000

/** Tells users something, in the transaction that makes it so. */
export async function notify(app: App, tx: Tx, news: readonly News[]): Promise<void> {
  const created_at = app.clock.now()
  const rows = news.map(({ to, type, details, subject, cause }) => ({
    user_id: to,
    type,
    details: JSON.stringify(details),
    subject_type: subject?.type ?? null,
    subject_id: subject?.id ?? null,
    cause_id: cause,
    created_at,
    read_at: null,
  }))
  for (let start = 0; start < rows.length; start += atOnce)
    await tx
      .insertInto('notifications')
      .values(rows.slice(start, start + atOnce))
      .execute()
}

/** Takes back what nobody has read yet: all news of an act, or all that lead to a subject that is gone. */
export async function takeNewsBack(tx: Tx, about: { cause: string } | { subject: string }): Promise<void> {
  const unread = tx.deleteFrom('notifications').where('read_at', 'is', null)
  await ('cause' in about
    ? unread.where('cause_id', '=', about.cause)
    : unread.where('subject_id', '=', about.subject)
  ).execute()
}

/** Those of the users who have unread news of this type already, about the subject if one is given: no letter need follow. */
export async function usersWithUnread(
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
