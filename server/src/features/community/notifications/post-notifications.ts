import type { NotificationType } from '@kutu/contract/notifications/notification-kinds'
import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import type { EmailTemplate } from '../../../platform/email/email.ts'
import { enqueueEmail } from '../../../platform/email/enqueue-email.ts'
import type { MessageValues } from '../../../platform/i18n/translate.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { getEmailRecipient } from '../../accounts/users/users.ts'
import {
  findUsersWithUnread,
  heldMessageKey,
  heldMessageSeconds,
  notify,
  reasonValues,
} from '../../notifications/inbox/notify.ts'
import { isChannelEnabled } from '../../notifications/settings/notification-choices.ts'

/** The columns of a post that its notifications need. */
export type PostSummary = { id: string; farmer_id: string; title: string }

export async function notifyPostApproved(app: App, tx: Tx, post: PostSummary): Promise<void> {
  const details = { title: shortenTitle(post.title) }
  await notify(app, tx, [{ to: post.farmer_id, type: 'post_approved', details, ...getSubject(post), isUndoable: true }])
  const values = { ...details, link: getPostUrl(app, post.id) }
  await sendPostEmail(tx, post.farmer_id, 'post_approved', values, { undoableCause: post.id })
}

/**
 * Notifies the farmer that the post was flagged by an expert or hidden by an admin. The email and the push
 * leave when this can no longer be undone.
 */
export async function notifyPostTakenDown(
  app: App,
  tx: Tx,
  post: PostSummary,
  { as, reason }: { as: 'flagged' | 'hidden'; reason: string | undefined },
): Promise<void> {
  const now = app.clock.now()
  const details = { title: shortenTitle(post.title), ...reasonValues(reason) }
  await notify(app, tx, [{ to: post.farmer_id, type: `post_${as}`, details, ...getSubject(post), isUndoable: true }])
  await enqueue(tx, 'notify_of_flag', { post: post.id, at: now.toISOString() }, { delaySeconds: heldMessageSeconds })
}

/** Job: emails the farmer if the flag or the decision made at that time still applies. */
export async function sendFlagEmail(app: App, { post: id, at }: { post: string; at: string }): Promise<void> {
  await withTransaction(app, async tx => {
    const post = await tx
      .selectFrom('posts')
      .select(['farmer_id', 'title', 'status', 'flag_reason', 'hidden_reason'])
      .where('id', '=', id)
      .where(({ or, and, eb }) =>
        or([
          and([eb('status', '=', 'flagged'), eb('moderated_at', '=', new Date(at))]),
          and([eb('status', '=', 'hidden'), eb('decided_at', '=', new Date(at))]),
        ]),
      )
      .executeTakeFirst()
    if (!post) return
    await sendPostEmail(tx, post.farmer_id, post.status === 'hidden' ? 'post_hidden' : 'post_flagged', {
      title: shortenTitle(post.title),
      ...reasonValues(post.hidden_reason ?? post.flag_reason),
      link: new URL('/account/addresses/my-posts', app.config.appUrl).href,
    })
  })
}

/**
 * Notifies the post's farmer of a comment that became visible, unless the farmer wrote it. `isUndoable` is set if an
 * expert approved it, and not if it was visible immediately.
 */
export async function notifyPostCommented(
  app: App,
  tx: Tx,
  post: PostSummary,
  comment: { id: string; author: { id: string; username: string; role: 'farmer' | 'expert' }; isUndoable: boolean },
): Promise<void> {
  const { id: cause, author, isUndoable } = comment
  if (author.id === post.farmer_id) return
  const type = author.role === 'expert' ? 'post_answered' : 'post_commented'
  // A farmer who has not yet read the last notification needs no further email.
  const hasUnread = (await findUsersWithUnread(tx, [post.farmer_id], type, post.id)).has(post.farmer_id)
  const details = { title: shortenTitle(post.title), username: author.username }
  await notify(app, tx, [{ to: post.farmer_id, type, details, subject: getSubject(post).subject, cause, isUndoable }])
  if (hasUnread) return
  const values = { ...details, link: getPostUrl(app, post.id) }
  await sendPostEmail(tx, post.farmer_id, type, values, isUndoable ? { undoableCause: cause } : {})
}

/** Notifies the author of a comment of its new status. */
export async function notifyCommentAuthor(
  app: App,
  tx: Tx,
  post: PostSummary,
  { id, author, outcome, reason }: { id: string; author: string; outcome: CommentOutcome; reason?: string | undefined },
): Promise<void> {
  const details = { title: shortenTitle(post.title), ...reasonValues(reason) }
  const { subject } = getSubject(post)
  await notify(app, tx, [{ to: author, type: `response_${outcome}`, details, subject, cause: id, isUndoable: true }])
}
type CommentOutcome = 'approved' | 'flagged' | 'endorsed' | 'hidden'

async function sendPostEmail(
  tx: Tx,
  userId: string,
  template: EmailTemplate & NotificationType,
  values: MessageValues,
  { undoableCause }: { undoableCause?: string } = {},
): Promise<void> {
  if (!(await isChannelEnabled(tx, userId, template, 'mail'))) return
  const { email, username, language } = await getEmailRecipient(tx, userId)
  const message = { to: email, language, template, values: { farmer: username, ...values } }
  const delay = { key: heldMessageKey(undoableCause ?? '', template, 'mail'), delaySeconds: heldMessageSeconds }
  await enqueueEmail(tx, message, undoableCause === undefined ? {} : delay)
}

const getSubject = ({ id }: PostSummary) => ({ subject: { type: 'post', id } as const, cause: id })
const getPostUrl = (app: App, id: string) => new URL(`/account/addresses/community-posts/${id}`, app.config.appUrl).href

const maxTitleLength = 80

/** Shortens a title to fit into a sentence, without splitting a character. */
export function shortenTitle(title: string): string {
  const line = title.replaceAll(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length > maxTitleLength ? `${characters.slice(0, maxTitleLength - 1).join('')}…` : line
}
