import type { Language } from '@kutu/contract/common'
import type { Moderated, Post } from '@kutu/contract/community'
import type { PostMove, PostStatus } from '@kutu/contract/moderation'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { Refusal, refusalReply, refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { takeNewsBack } from '../notifications/notify.ts'
import { type Told, tellApproved, tellTakenOff } from './news.ts'
import { givePoints } from './points.ts'
import { postMoved, unruled } from './policy.ts'
import { presentedPost } from './posts.ts'
import { postColumns, presentPosts } from './present-post.ts'

type Move = { action: PostMove; reason?: string | undefined; version?: number | undefined }

/**
 * Moves a post as an expert decides.
 * @throws Refusal not_found, edited_since, already_decided (also when another expert was faster)
 */
export async function moderatePost(app: App, caller: Caller, id: string, move: Move, origin: string): Promise<Post> {
  await movePost(app, caller, id, move)
  return presentedPost(app, id, origin)
}

type Bulk = { posts: readonly { id: string; version?: number | undefined }[] }

/** Approves posts one by one: what became of each is told, and one that cannot be holds up none of the others. */
export async function approvePosts(
  app: App,
  caller: Caller,
  { posts }: Bulk,
  { origin, language }: { origin: string; language: Language },
): Promise<{ results: Moderated[] }> {
  const outcomes: Omit<Moderated, 'post'>[] = []
  for (const { id, version } of posts)
    outcomes.push(await outcomeOf(id, movePost(app, caller, id, { action: 'approve', version }), language))
  const approved = outcomes.filter(({ error }) => error === null).map(({ id }) => id)
  const rows =
    approved.length === 0
      ? []
      : await app.db.selectFrom('posts').select(postColumns).where('id', 'in', approved).execute()
  const shown = new Map((await presentPosts(app, rows, { origin })).map(post => [post.id, post]))
  return {
    results: outcomes.map(outcome => ({
      ...outcome,
      post: outcome.error === null ? (shown.get(outcome.id) ?? null) : null,
    })),
  }
}

async function outcomeOf(id: string, moving: Promise<void>, language: Language): Promise<Omit<Moderated, 'post'>> {
  try {
    await moving
    return { id, error: null, message: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { id, error: error.word, message: refusalReply(error, language).message }
  }
}

function movePost(app: App, caller: Caller, id: string, { action, reason, version }: Move): Promise<void> {
  return write(app, async tx => {
    const post = await tx
      .selectFrom('posts')
      .select(['id', 'farmer_id', 'title', 'status', 'version'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!post || post.status === 'withdrawn') throw refuse('not_found')
    const to = postMoved(post.status, action)
    if (!to) throw refuse('already_decided')
    if (version !== undefined && version !== post.version) throw refuse('edited_since')
    const why = to === 'flagged' ? reason : undefined
    if (!(await swapStatus(app, tx, post, { to, why }))) throw refuse('already_decided')
    await audit(app, tx, {
      actor: caller.id,
      action: `post.${action === 'unflag' ? 'unflagged' : to}`,
      subject: { type: 'post', id },
      before: { status: post.status },
      after: { status: to, ...(why === undefined ? {} : { reason: why }) },
    })
    await followMove(app, tx, post, { to, why })
  })
}

/** Compare and swap on state and text: false when another expert or the farmer was faster. */
async function swapStatus(
  app: App,
  tx: Tx,
  { id, status, version }: { id: string; status: PostStatus; version: number },
  { to, why }: { to: PostStatus; why: string | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('posts')
    .set({ status: to, ...unruled, flag_reason: why ?? null, moderated_at: app.clock.now() })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function followMove(
  app: App,
  tx: Tx,
  post: Told,
  { to, why }: { to: PostStatus; why: string | undefined },
): Promise<void> {
  if (to === 'approved') {
    await givePoints(app, tx, { to: post.farmer_id, reason: 'post_approved', subject: post.id })
    await tellApproved(app, tx, post)
  }
  if (to === 'flagged') await tellTakenOff(app, tx, post, { as: 'flagged', reason: why })
  // Unflagged: a flag that nobody has read of need not be told any more.
  if (to === 'pending') await takeNewsBack(tx, { cause: post.id })
}
