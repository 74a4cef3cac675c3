import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueueEmail } from '../../../platform/email/enqueue-email.ts'
import { listApprovedExperts } from '../../accounts/users/users.ts'
import { findUsersWithUnread, notify } from '../../notifications/inbox/notify.ts'
import { loadChannelChoices } from '../../notifications/settings/notification-choices.ts'
import { limits } from '../policy.ts'
import { shortenTitle } from './post-notifications.ts'

const batchSize = 50

/** Job: notifies every approved expert, once per post, of high-urgency posts that no expert has answered in time. */
export async function escalateUnansweredPosts(app: App): Promise<void> {
  while ((await withTransaction(app, tx => checkBatch(app, tx))) === batchSize);
}

/** Checks the oldest posts, notifies of those without an answer, and returns how many it has checked. */
async function checkBatch(app: App, tx: Tx): Promise<number> {
  const experts = await listApprovedExperts(tx)
  // Without any approved expert, the posts wait until there is one.
  if (experts.length === 0) return 0
  const checked = await claimPosts(app, tx)
  const posts = checked.filter(({ isAnswered }) => !isAnswered)
  if (posts.length === 0) return checked.length
  const expertIds = experts.map(({ id }) => id)
  const alreadyNotified = await findUsersWithUnread(tx, expertIds, 'post_unanswered')
  const notifications = posts.flatMap(({ id, title }) =>
    experts.map(expert => ({
      to: expert.id,
      type: 'post_unanswered' as const,
      details: { title: shortenTitle(title) },
      subject: { type: 'post' as const, id },
      cause: id,
    })),
  )
  await notify(app, tx, notifications)
  const wantsEmail = await loadChannelChoices(tx, expertIds, 'mail')
  for (const { id } of posts)
    await audit(app, tx, { actor: null, action: 'post.raised', subject: { type: 'post', id } })
  const link = new URL('/account/addresses/all-posts', app.config.appUrl).href
  const values = { count: posts.length, title: shortenTitle(posts[0]?.title ?? ''), link }
  for (const { id, email, username, language } of experts)
    if (!alreadyNotified.has(id) && wantsEmail(id, 'post_unanswered'))
      await enqueueEmail(tx, { to: email, language, template: 'posts_unanswered', values: { username, ...values } })
  return checked.length
}

/** Claims posts that are due. Processes that run at the same time claim different posts. */
async function claimPosts(app: App, tx: Tx): Promise<{ id: string; title: string; isAnswered: boolean }[]> {
  const now = app.clock.now()
  const cutoff = new Date(now.getTime() - limits.unansweredAfterMs)
  const { rows } = await sql<{ id: string; title: string; isAnswered: boolean }>`
    update posts set answer_checked_at = ${now} where id in (
      select id from posts
      where urgency_level = 'high' and answer_checked_at is null
        and status in ('pending', 'approved') and created_at <= ${cutoff}
      order by created_at limit ${sql.lit(batchSize)} for update skip locked
    ) returning id, title, exists (
      select from responses
      where post_id = posts.id and author_role = 'expert' and status in ('approved', 'endorsed')
    ) as "isAnswered"`.execute(tx)
  return rows
}
