import type { Language } from '@kutu/contract/common'
import type { ModerationResult, Post } from '@kutu/contract/community/community'
import type { PostAction, PostStatus } from '@kutu/contract/community/moderation'
import type { Selectable } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { ApiError, apiError, toErrorReply } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import {
  type RetractedNotification,
  restoreNotifications,
  retractNotifications,
} from '../../notifications/inbox/notify.ts'
import { notifyPostApproved, notifyPostTakenDown, type PostSummary } from '../notifications/post-notifications.ts'
import { awardPoints, revokePoints } from '../points.ts'
import { getNextPostStatus, isPostActionApplied } from '../policy.ts'
import { presentPostById } from '../posts/posts.ts'
import { postColumns, presentPosts } from '../posts/present-post.ts'
import { addResponse, takeBackResponse } from '../responses/responses.ts'
import type { CommunityTables } from '../tables.ts'
import { findUndoable, parseTime, recordAnswer, recordMove, takeLastMove, undoneAuditActions } from './last-moves.ts'

type ModerationInput = {
  action: PostAction
  reason?: string | undefined
  version?: number | undefined
  answer?: string | undefined
}

/**
 * Applies an expert's action to a post. An action that is already applied changes nothing. An approval and its answer are
 * stored together; the answer is added as well to a post that another expert has just approved.
 * @throws ApiError not_found, edited_since, duplicate_response, already_decided (also if another expert was faster with
 * another action)
 */
export async function moderatePost(
  app: App,
  caller: Caller,
  id: string,
  input: ModerationInput,
  origin: string,
): Promise<Post & { is_undoable: boolean }> {
  await mapConstraintErrors(applyPostAction(app, caller, id, input))
  const is_undoable = (await findUndoable(app.db, caller, [id])).has(id)
  return { ...(await presentPostById(app.db, app, id, origin)), is_undoable }
}

type BulkApprovalInput = { posts: readonly { id: string; version?: number | undefined }[] }

/** Approves posts one by one and reports each outcome. A post that cannot be approved does not stop the others. */
export async function approvePosts(
  app: App,
  caller: Caller,
  { posts }: BulkApprovalInput,
  { origin, language }: { origin: string; language: Language },
): Promise<{ results: ModerationResult[] }> {
  const outcomes: Outcome[] = []
  for (const { id, version } of posts)
    outcomes.push(await captureOutcome(id, applyPostAction(app, caller, id, { action: 'approve', version }), language))
  const approved = outcomes.filter(({ error }) => error === null).map(({ id }) => id)
  const rows =
    approved.length === 0
      ? []
      : await app.db.selectFrom('posts').select(postColumns).where('id', 'in', approved).execute()
  const undoable = await findUndoable(app.db, caller, approved)
  const presented = new Map((await presentPosts(app.db, app, rows, { origin })).map(post => [post.id, post]))
  return {
    results: outcomes.map(outcome => ({
      ...outcome,
      post: outcome.error === null ? (presented.get(outcome.id) ?? null) : null,
      is_undoable: outcome.error === null && undoable.has(outcome.id),
    })),
  }
}

type Outcome = Pick<ModerationResult, 'id' | 'error' | 'message'>

async function captureOutcome(id: string, moderation: Promise<void>, language: Language): Promise<Outcome> {
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
  { action, reason, version, answer }: ModerationInput,
): Promise<void> {
  return withTransaction(app, async function apply(tx): Promise<void> {
    const post = await tx.selectFrom('posts').select(movedPostColumns).where('id', '=', id).executeTakeFirst()
    if (!post || post.status === 'withdrawn') throw apiError('not_found')
    const to = getNextPostStatus(post.status, action)
    const isApplied = isPostActionApplied(post.status, action)
    if (!to && !isApplied) throw apiError('already_decided')
    if (version !== undefined && version !== post.version) throw apiError('edited_since')
    const move = { subject_id: id, expert_id: caller.id, action }
    const addAnswer = async () => {
      if (answer === undefined) return
      const response = { post, content: answer, replyTo: null, isUndoable: true }
      const { id: answerId } = await addResponse(app, tx, caller, response)
      // Without a move of the post, the answer alone is the last move.
      if (!to) await recordMove(tx, { ...move, before: toSnapshot(post), after: toSnapshot(post), retracted: [] })
      await recordAnswer(tx, id, answerId)
    }
    if (!to) return addAnswer()
    const flagReason = to === 'flagged' ? reason : undefined
    const after = await compareAndSwapPost(tx, post, {
      status: to,
      flag_reason: flagReason ?? null,
      hidden_reason: null,
      decided_at: null,
      moderated_at: app.clock.now(),
    })
    // The post has changed since it was read: decide again on its new state.
    if (!after) return apply(tx)
    await audit(app, tx, {
      actor: caller.id,
      action: `post.${action === 'unflag' ? 'unflagged' : to}`,
      subject: { type: 'post', id },
      before: { status: post.status },
      after: { status: to, ...(flagReason === undefined ? {} : { reason: flagReason }) },
    })
    const retracted = await applyActionEffects(app, tx, post, { to, flagReason })
    await recordMove(tx, { ...move, before: toSnapshot(post), after: toSnapshot(after), retracted })
    await addAnswer()
  })
}

/**
 * Undoes the caller's own last move on a post, and takes back the answer that came with it. The farmer keeps neither its points nor its unread notification, and its
 * email and push are not sent if they are still held.
 * @throws ApiError not_found, too_late (also if somebody changed the post since)
 */
export async function undoPostMove(app: App, caller: Caller, id: string, origin: string): Promise<Post> {
  await withTransaction(app, async tx => {
    const post = await tx
      .selectFrom('posts')
      .select(movedPostColumns)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!post || post.status === 'withdrawn') throw apiError('not_found')
    const { action, before, retracted, answer_id } = await takeLastMove(tx, caller, id, toSnapshot(post))
    if (answer_id !== null) await takeBackResponse(app, tx, caller, answer_id)
    // The answer alone was the move.
    if (before.status === post.status) return
    const restored = await compareAndSwapPost(tx, post, {
      ...before,
      decided_at: parseTime(before.decided_at),
      moderated_at: parseTime(before.moderated_at),
    })
    if (!restored) throw apiError('too_late')
    await audit(app, tx, {
      actor: caller.id,
      action: `post.${undoneAuditActions[action]}`,
      subject: { type: 'post', id },
      before: { status: post.status },
      after: { status: restored.status },
    })
    if (action === 'approve') await revokePoints(app, tx, { to: post.farmer_id, reason: 'post_approved', subject: id })
    if (action !== 'unflag') await retractNotifications(tx, { cause: id, types: [`post_${statusOf(action)}`] })
    await restoreNotifications(tx, retracted)
  })
  return presentPostById(app.db, app, id, origin)
}

const statusOf = (action: 'approve' | 'flag' | 'endorse') => (action === 'approve' ? 'approved' : 'flagged')

const snapshotColumns = ['status', 'version', 'flag_reason', 'hidden_reason', 'decided_at', 'moderated_at'] as const
const movedPostColumns = ['id', 'farmer_id', 'title', ...snapshotColumns] as const
type MovedPost = Pick<Selectable<CommunityTables['posts']>, (typeof movedPostColumns)[number]>

const toSnapshot = ({ id: _id, farmer_id: _farmer, title: _title, ...snapshot }: MovedPost) => snapshot

/** Changes a post if neither status nor version has changed since it was read; returns undefined otherwise. */
async function compareAndSwapPost(
  tx: Tx,
  { id, status, version }: MovedPost,
  change: Omit<MovedPost, keyof PostSummary | 'version'>,
): Promise<MovedPost | undefined> {
  return tx
    .updateTable('posts')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', status)
    .where('version', '=', version)
    .returning(movedPostColumns)
    .executeTakeFirst()
}

/** Returns the notifications that the action retracted. */
async function applyActionEffects(
  app: App,
  tx: Tx,
  post: PostSummary,
  { to, flagReason }: { to: PostStatus; flagReason: string | undefined },
): Promise<RetractedNotification[]> {
  if (to === 'approved') {
    await awardPoints(app, tx, { to: post.farmer_id, reason: 'post_approved', subject: post.id })
    await notifyPostApproved(app, tx, post)
  }
  if (to === 'flagged') await notifyPostTakenDown(app, tx, post, { as: 'flagged', reason: flagReason })
  // After an unflag, a flag notification that is still unread is withdrawn.
  return to === 'pending' ? retractNotifications(tx, { cause: post.id }) : []
}
