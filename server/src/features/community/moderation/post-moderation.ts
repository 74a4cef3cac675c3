import type { Language } from '@kutu/contract/common'
import type { ModerationResult, Post } from '@kutu/contract/community/community'
import type { PostAction, PostStatus } from '@kutu/contract/community/moderation'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { ApiError, apiError, toErrorReply } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { retractNotifications } from '../../notifications/inbox/notify.ts'
import { notifyPostApproved, notifyPostTakenDown, type PostSummary } from '../notifications/post-notifications.ts'
import { awardPoints } from '../points.ts'
import { clearedFlag, getNextPostStatus, isPostActionApplied } from '../policy.ts'
import { presentPostById } from '../posts/posts.ts'
import { postColumns, presentPosts } from '../posts/present-post.ts'

type ModerationInput = { action: PostAction; reason?: string | undefined; version?: number | undefined }

/**
 * Applies an expert's action to a post. An action that is already applied changes nothing.
 * @throws ApiError not_found, edited_since, already_decided (also if another expert was faster with another action)
 */
export async function moderatePost(
  app: App,
  caller: Caller,
  id: string,
  input: ModerationInput,
  origin: string,
): Promise<Post> {
  await applyPostAction(app, caller, id, input)
  return presentPostById(app, id, origin)
}

type BulkApprovalInput = { posts: readonly { id: string; version?: number | undefined }[] }

/** Approves posts one by one and reports each outcome. A post that cannot be approved does not stop the others. */
export async function approvePosts(
  app: App,
  caller: Caller,
  { posts }: BulkApprovalInput,
  { origin, language }: { origin: string; language: Language },
): Promise<{ results: ModerationResult[] }> {
  const outcomes: Omit<ModerationResult, 'post'>[] = []
  for (const { id, version } of posts)
    outcomes.push(await captureOutcome(id, applyPostAction(app, caller, id, { action: 'approve', version }), language))
  const approved = outcomes.filter(({ error }) => error === null).map(({ id }) => id)
  const rows =
    approved.length === 0
      ? []
      : await app.db.selectFrom('posts').select(postColumns).where('id', 'in', approved).execute()
  const presented = new Map((await presentPosts(app, rows, { origin })).map(post => [post.id, post]))
  return {
    results: outcomes.map(outcome => ({
      ...outcome,
      post: outcome.error === null ? (presented.get(outcome.id) ?? null) : null,
    })),
  }
}

async function captureOutcome(
  id: string,
  moderation: Promise<void>,
  language: Language,
): Promise<Omit<ModerationResult, 'post'>> {
  try {
    await moderation
    return { id, error: null, message: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { id, error: error.code, message: toErrorReply(error, language).message }
  }
}

function applyPostAction(
  app: App,
  caller: Caller,
  id: string,
  { action, reason, version }: ModerationInput,
): Promise<void> {
  return withTransaction(app, async function apply(tx): Promise<void> {
    const post = await tx
      .selectFrom('posts')
      .select(['id', 'farmer_id', 'title', 'status', 'version'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!post || post.status === 'withdrawn') throw apiError('not_found')
    const to = getNextPostStatus(post.status, action)
    const isApplied = isPostActionApplied(post.status, action)
    if (!to && !isApplied) throw apiError('already_decided')
    if (version !== undefined && version !== post.version) throw apiError('edited_since')
    if (!to) return
    const flagReason = to === 'flagged' ? reason : undefined
    // The post has changed since it was read: decide again on its new state.
    if (!(await compareAndSwapStatus(app, tx, post, { to, flagReason }))) return apply(tx)
    await audit(app, tx, {
      actor: caller.id,
      action: `post.${action === 'unflag' ? 'unflagged' : to}`,
      subject: { type: 'post', id },
      before: { status: post.status },
      after: { status: to, ...(flagReason === undefined ? {} : { reason: flagReason }) },
    })
    await applyActionEffects(app, tx, post, { to, flagReason })
  })
}

/** Updates the status if neither status nor version has changed since the post was read; returns false otherwise. */
async function compareAndSwapStatus(
  app: App,
  tx: Tx,
  { id, status, version }: { id: string; status: PostStatus; version: number },
  { to, flagReason }: { to: PostStatus; flagReason: string | undefined },
): Promise<boolean> {
  // Relies on triggers changed_posts_are_tallied and changed_own_posts_are_tallied.
  const { numUpdatedRows } = await tx
    .updateTable('posts')
    .set({ status: to, ...clearedFlag, flag_reason: flagReason ?? null, moderated_at: app.clock.now() })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function applyActionEffects(
  app: App,
  tx: Tx,
  post: PostSummary,
  { to, flagReason }: { to: PostStatus; flagReason: string | undefined },
): Promise<void> {
  if (to === 'approved') {
    await awardPoints(app, tx, { to: post.farmer_id, reason: 'post_approved', subject: post.id })
    await notifyPostApproved(app, tx, post)
  }
  if (to === 'flagged') await notifyPostTakenDown(app, tx, post, { as: 'flagged', reason: flagReason })
  // After an unflag, a flag notification that is still unread is withdrawn.
  if (to === 'pending') await retractNotifications(tx, { cause: post.id })
}
