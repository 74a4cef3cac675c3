import type { NotificationType } from '@kutu/contract/notifications/notifications'
import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import type { EmailTemplate } from '../../../platform/email/email.ts'
import { enqueueEmail } from '../../../platform/email/enqueue-email.ts'
import type { MessageValues } from '../../../platform/i18n/translate.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { getEmailRecipient } from '../../accounts/users/users.ts'
import { findUsersWithUnread, notify } from '../../notifications/inbox/notify.ts'
import { isChannelEnabled } from '../../notifications/settings/notification-choices.ts'
import { limits } from '../policy.ts'

/** What news of a post needs to know of it. */
export type PostSummary = { id: string; farmer_id: string; title: string }

export async function notifyPostApproved(app: App, tx: Tx, post: PostSummary): Promise<void> {
  const details = { title: shortenTitle(post.title) }
  await notify(app, tx, [{ to: post.farmer_id, type: 'post_approved', details, ...getSubject(post) }])
  await sendPostEmail(tx, post.farmer_id, 'post_approved', { ...details, link: getPostUrl(app, post.id) })
}

/** That an expert flagged it, or an admin took it off the board for good. The letter waits until that can no longer be undone from its notice. */
export async function notifyPostTakenDown(
  app: App,
  tx: Tx,
  post: PostSummary,
  { as, reason }: { as: 'flagged' | 'hidden'; reason: string | undefined },
): Promise<void> {
  const now = app.clock.now()
  const details = { title: shortenTitle(post.title), ...getReasonValues(reason) }
  await notify(app, tx, [{ to: post.farmer_id, type: `post_${as}`, details, ...getSubject(post) }])
  const runAt = new Date(now.getTime() + limits.flagEmailDelayMs)
  await enqueue(tx, 'tell_of_flag', { post: post.id, at: now.toISOString() }, { runAt })
}

/** The job: writes to the farmer if the flag, or the ruling, of that moment still stands. */
export async function sendFlagEmail(app: App, { post: id, at }: { post: string; at: string }): Promise<void> {
  await withTransaction(app, async tx => {
    const post = await tx
      .selectFrom('posts')
      .select(['farmer_id', 'title', 'status', 'flag_reason', 'hidden_reason'])
      .where('id', '=', id)
      .where(({ or, and, eb }) =>
        or([
          and([eb('status', '=', 'flagged'), eb('moderated_at', '=', new Date(at))]),
          and([eb('status', '=', 'hidden'), eb('ruled_at', '=', new Date(at))]),
        ]),
      )
      .executeTakeFirst()
    if (!post) return
    await sendPostEmail(tx, post.farmer_id, post.status === 'hidden' ? 'post_hidden' : 'post_flagged', {
      title: shortenTitle(post.title),
      ...getReasonValues(post.hidden_reason ?? post.flag_reason ?? undefined),
      link: new URL('/account/addresses/my-posts', app.config.publicUrl).href,
    })
  })
}

/** A comment on a post now shows: its farmer hears of it, unless it is the farmer's own. */
export async function notifyPostCommented(
  app: App,
  tx: Tx,
  post: PostSummary,
  comment: { id: string; author: { id: string; username: string; role: 'farmer' | 'expert' } },
): Promise<void> {
  const { author } = comment
  if (author.id === post.farmer_id) return
  const type = author.role === 'expert' ? 'post_answered' : 'post_commented'
  // Who has not read of the last comment yet needs no letter about the next.
  const hasUnread = (await findUsersWithUnread(tx, [post.farmer_id], type, post.id)).has(post.farmer_id)
  const details = { title: shortenTitle(post.title), username: author.username }
  await notify(app, tx, [{ to: post.farmer_id, type, details, subject: getSubject(post).subject, cause: comment.id }])
  if (!hasUnread) await sendPostEmail(tx, post.farmer_id, type, { ...details, link: getPostUrl(app, post.id) })
}

/** What became of a comment, told to its writer. */
export async function notifyCommentAuthor(
  app: App,
  tx: Tx,
  post: PostSummary,
  { id, author, outcome, reason }: { id: string; author: string; outcome: CommentOutcome; reason?: string | undefined },
): Promise<void> {
  const details = { title: shortenTitle(post.title), ...getReasonValues(reason) }
  await notify(app, tx, [
    { to: author, type: `response_${outcome}`, details, subject: getSubject(post).subject, cause: id },
  ])
}
type CommentOutcome = 'approved' | 'flagged' | 'endorsed' | 'hidden'

async function sendPostEmail(
  tx: Tx,
  userId: string,
  template: EmailTemplate & NotificationType,
  values: MessageValues,
): Promise<void> {
  if (!(await isChannelEnabled(tx, userId, template, 'mail'))) return
  const { email, username, language } = await getEmailRecipient(tx, userId)
  await enqueueEmail(tx, { to: email, language, letter: template, values: { farmer: username, ...values } })
}

const getSubject = ({ id }: PostSummary) => ({ subject: { type: 'post', id } as const, cause: id })
const getReasonValues = (reason: string | undefined) => ({ hasReason: reason ? 'yes' : 'no', reason: reason ?? '' })
const getPostUrl = (app: App, id: string) =>
  new URL(`/account/addresses/community-posts/${id}`, app.config.publicUrl).href

const maxTitleLength = 80

/** A title as a sentence can hold it; a character is never cut in two. */
export function shortenTitle(title: string): string {
  const line = title.replaceAll(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length > maxTitleLength ? `${characters.slice(0, maxTitleLength - 1).join('')}…` : line
}
