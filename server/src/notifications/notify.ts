import type { NotificationType } from '@kutu/contract/notifications'
import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { Values } from '../text/say.ts'
import { choicesOf } from './choices.ts'
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

/** Tells users something, by the ways they chose, in the transaction that makes it so. */
export async function notify(app: App, tx: Tx, news: readonly News[]): Promise<void> {
  for (let start = 0; start < news.length; start += atOnce) await notifySome(app, tx, news.slice(start, start + atOnce))
}

async function notifySome(app: App, tx: Tx, news: readonly News[]): Promise<void> {
  const users = [...new Set(news.map(({ to }) => to))]
  const wantsInApp = await choicesOf(tx, users, 'in_app')
  const created_at = app.clock.now()
  const rows = news
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
  if (rows.length > 0) await tx.insertInto('notifications').values(rows).execute()
  await pushSome(tx, news, users)
}

/** Only who has a browser that takes pushes gets a job. */
async function pushSome(tx: Tx, news: readonly News[], users: readonly string[]): Promise<void> {
  const subscribed = await tx
    .selectFrom('push_subscriptions')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', users)
    .execute()
  if (subscribed.length === 0) return
  const reached = new Set(subscribed.map(({ user_id }) => user_id))
  const wantsPush = await choicesOf(tx, [...reached], 'push')
  for (const { to, type, details, cause } of news)
    if (reached.has(to) && wantsPush(to, type)) await enqueue(tx, 'push', { to, type, details, cause })
}

type About = ({ cause: string } | { subject: string }) & { type?: NotificationType }

/** Takes back what nobody has read yet: all news of an act, or all that lead to a subject that is gone; of one type where it is given. */
export async function takeNewsBack(tx: Tx, about: About): Promise<void> {
  const { type } = about
  const unread = tx.deleteFrom('notifications').where('read_at', 'is', null)
  const ofType = type === undefined ? unread : unread.where('type', '=', type)
  await ('cause' in about
    ? ofType.where('cause_id', '=', about.cause)
    : ofType.where('subject_id', '=', about.subject)
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
