import type { NotificationType } from '@kutu/contract/notifications'
import { receiverOf } from '../accounts/users.ts'
import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { enqueue } from '../jobs/jobs.ts'
import { type Letter, sendLetter } from '../mail/letters.ts'
import { wants } from '../notifications/choices.ts'
import { notify, usersWithUnread } from '../notifications/notify.ts'
import type { Values } from '../text/say.ts'
import { limits } from './policy.ts'

/** What news of a post needs to know of it. */
export type Told = { id: string; farmer_id: string; title: string }

export async function tellApproved(app: App, tx: Tx, post: Told): Promise<void> {
  const details = { title: shortened(post.title) }
  await notify(app, tx, [{ to: post.farmer_id, type: 'post_approved', details, ...about(post) }])
  await writeTo(tx, post.farmer_id, 'post_approved', { ...details, link: pageOf(app, post.id) })
}

/** That an expert flagged it, or an admin took it off the board for good. The letter waits until that can no longer be undone from its notice. */
export async function tellTakenOff(
  app: App,
  tx: Tx,
  post: Told,
  { as, reason }: { as: 'flagged' | 'hidden'; reason: string | undefined },
): Promise<void> {
  const now = app.clock.now()
  const details = { title: shortened(post.title), ...reasonOf(reason) }
  await notify(app, tx, [{ to: post.farmer_id, type: `post_${as}`, details, ...about(post) }])
  const runAt = new Date(now.getTime() + limits.flagLetterAfter)
  await enqueue(tx, 'tell_of_flag', { post: post.id, at: now.toISOString() }, { runAt })
}

/** The job: writes to the farmer if the flag, or the ruling, of that moment still stands. */
export async function deliverFlag(app: App, { post: id, at }: { post: string; at: string }): Promise<void> {
  await write(app, async tx => {
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
    await writeTo(tx, post.farmer_id, post.status === 'hidden' ? 'post_hidden' : 'post_flagged', {
      title: shortened(post.title),
      ...reasonOf(post.hidden_reason ?? post.flag_reason ?? undefined),
      link: new URL('/account/addresses/my-posts', app.config.publicUrl).href,
    })
  })
}

/** A comment on a post now shows: its farmer hears of it, unless it is the farmer's own. */
export async function tellCommented(
  app: App,
  tx: Tx,
  post: Told,
  comment: { id: string; author: { id: string; username: string; role: 'farmer' | 'expert' } },
): Promise<void> {
  const { author } = comment
  if (author.id === post.farmer_id) return
  const type = author.role === 'expert' ? 'post_answered' : 'post_commented'
  // Who has not read of the last comment yet needs no letter about the next.
  const isTold = (await usersWithUnread(tx, [post.farmer_id], type, post.id)).has(post.farmer_id)
  const details = { title: shortened(post.title), username: author.username }
  await notify(app, tx, [{ to: post.farmer_id, type, details, subject: about(post).subject, cause: comment.id }])
  if (!isTold) await writeTo(tx, post.farmer_id, type, { ...details, link: pageOf(app, post.id) })
}

/** What became of a comment, told to its writer. */
export async function tellWriter(
  app: App,
  tx: Tx,
  post: Told,
  { id, author, became, reason }: { id: string; author: string; became: WriterNews; reason?: string | undefined },
): Promise<void> {
  const details = { title: shortened(post.title), ...reasonOf(reason) }
  await notify(app, tx, [{ to: author, type: `response_${became}`, details, subject: about(post).subject, cause: id }])
}
type WriterNews = 'approved' | 'flagged' | 'endorsed' | 'hidden'

async function writeTo(tx: Tx, userId: string, letter: Letter & NotificationType, values: Values): Promise<void> {
  if (!(await wants(tx, userId, letter, 'mail'))) return
  const { email, username, language } = await receiverOf(tx, userId)
  await sendLetter(tx, { to: email, language, letter, values: { farmer: username, ...values } })
}

const about = ({ id }: Told) => ({ subject: { type: 'post', id } as const, cause: id })
const reasonOf = (reason: string | undefined) => ({ hasReason: reason ? 'yes' : 'no', reason: reason ?? '' })
const pageOf = (app: App, id: string) => new URL(`/account/addresses/community-posts/${id}`, app.config.publicUrl).href

const longest = 80

/** A title as a sentence can hold it; a character is never cut in two. */
export function shortened(title: string): string {
  const line = title.replaceAll(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line
}
