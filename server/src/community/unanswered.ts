import { sql } from 'kysely'
import { approvedExperts } from '../accounts/users.ts'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { sendLetter } from '../mail/letters.ts'
import { choicesOf } from '../notifications/choices.ts'
import { notify, usersWithUnread } from '../notifications/notify.ts'
import { shortened } from './news.ts'
import { limits } from './policy.ts'

const atOnce = 50

/** The job: brings high-urgency posts that no expert has answered in time before every approved expert, once each. */
export async function raiseUnanswered(app: App): Promise<void> {
  while ((await write(app, tx => raiseSome(app, tx))) === atOnce);
}

async function raiseSome(app: App, tx: Tx): Promise<number> {
  const experts = await approvedExperts(tx)
  // With nobody to tell, the posts wait for the first expert there is.
  if (experts.length === 0) return 0
  const posts = await markRaised(app, tx)
  if (posts.length === 0) return 0
  const told = await usersWithUnread(
    tx,
    experts.map(({ id }) => id),
    'post_unanswered',
  )
  const news = posts.flatMap(({ id, title }) =>
    experts.map(expert => ({
      to: expert.id,
      type: 'post_unanswered' as const,
      details: { title: shortened(title) },
      subject: { type: 'post' as const, id },
      cause: id,
    })),
  )
  await notify(app, tx, news)
  const wantsLetter = await choicesOf(
    tx,
    experts.map(({ id }) => id),
    'mail',
  )
  for (const { id } of posts)
    await audit(app, tx, { actor: null, action: 'post.raised', subject: { type: 'post', id } })
  const link = new URL('/account/addresses/all-posts', app.config.publicUrl).href
  const values = { count: posts.length, title: shortened(posts[0]?.title ?? ''), link }
  for (const { id, email, username, language } of experts)
    if (!told.has(id) && wantsLetter(id, 'post_unanswered'))
      await sendLetter(tx, { to: email, language, letter: 'posts_unanswered', values: { username, ...values } })
  return posts.length
}

/** Of two processes doing this at once, each takes its own posts. */
async function markRaised(app: App, tx: Tx): Promise<{ id: string; title: string }[]> {
  const now = app.clock.now()
  const overdue = new Date(now.getTime() - limits.unansweredFor)
  const { rows } = await sql<{ id: string; title: string }>`
    update posts set raised_at = ${now} where id in (
      select id from posts
      where urgency_level = 'high' and first_answered_at is null and raised_at is null
        and status in ('pending', 'approved') and created_at <= ${overdue}
      order by created_at limit ${sql.lit(atOnce)} for update skip locked
    ) returning id, title`.execute(tx)
  return rows
}
