import type { PostResponse } from '@kutu/contract/community/community'
import type { ResponseAction, ResponseStatus, UnflaggedResponseStatus } from '@kutu/contract/community/moderation'
import type { NotificationType } from '@kutu/contract/notifications/notification-kinds'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { getUsernames } from '../../accounts/users/users.ts'
import {
  type RetractedNotification,
  restoreNotifications,
  retractNotifications,
} from '../../notifications/inbox/notify.ts'
import { notifyCommentAuthor, notifyPostCommented, type PostSummary } from '../notifications/post-notifications.ts'
import { awardPoints, revokePoints } from '../points.ts'
import { clearedFlag, diffPoints, getNextResponseStatus, isResponseActionApplied, isVisible } from '../policy.ts'
import { addResponse, presentResponse, type ResponseRow, takeBackResponse } from '../responses/responses.ts'
import { findUndoable, parseTime, recordAnswer, recordMove, takeLastMove, undoneAuditActions } from './last-moves.ts'

type ResponseModerationInput = {
  response_id: string
  action?: ResponseAction | 'undo' | undefined
  reason?: string | undefined
  expert_comment?: string | undefined
}

/**
 * Applies an action to a comment or undoes the caller's last one, adds an expert's comment to it, or does both in one
 * transaction. An action that is already applied changes nothing.
 * @throws ApiError not_found, own_response, already_decided (also if another expert was faster with another action),
 * too_late, duplicate_response
 */
export async function moderateResponse(
  app: App,
  caller: Caller,
  postId: string,
  input: ResponseModerationInput,
): Promise<PostResponse & { is_undoable: boolean }> {
  return mapConstraintErrors(
    withTransaction(app, async tx => {
      const { post, response } = await findResponse(tx, input.response_id, postId)
      const { action, reason, expert_comment } = input
      const updated = await moveResponse(app, tx, caller, { post, response, action, reason })
      if (expert_comment !== undefined) {
        const reply = { post, content: expert_comment, replyTo: response.id, isUndoable: updated !== response }
        await recordAnswer(tx, response.id, (await addResponse(app, tx, caller, reply)).id)
      }
      const names = await getUsernames(tx, [updated.author_id])
      const is_undoable = (await findUndoable(tx, caller, [response.id])).has(response.id)
      return { ...presentResponse(updated, names.get(updated.author_id) ?? ''), is_undoable }
    }),
  )
}

/**
 * Loads a comment with its post. The comments of a post that is not approved, because it was withdrawn or its approval
 * undone, cannot be moderated.
 * @throws ApiError not_found
 */
export async function findResponse(
  tx: Tx,
  id: string,
  postId?: string,
): Promise<{ post: PostSummary; response: ResponseRow }> {
  const response = await tx
    .selectFrom('responses')
    .selectAll()
    .where('id', '=', id)
    .$if(postId !== undefined, qb => qb.where('post_id', '=', postId ?? ''))
    // Erased with its author (personal-data.ts).
    .where('hidden_reason', 'is distinct from', '')
    .executeTakeFirstOrThrow(() => apiError('not_found'))
  const post = await tx
    .selectFrom('posts')
    .select(['id', 'farmer_id', 'title'])
    .where('id', '=', response.post_id)
    .where('status', '=', 'approved')
    .executeTakeFirstOrThrow(() => apiError('not_found'))
  return { post, response }
}

type ResponseActionOptions = {
  post: PostSummary
  response: ResponseRow
  action: ResponseAction
  reason?: string | undefined
}

function moveResponse(
  app: App,
  tx: Tx,
  caller: Caller,
  { action, ...options }: Omit<ResponseActionOptions, 'action'> & { action: ResponseAction | 'undo' | undefined },
): Promise<ResponseRow> | ResponseRow {
  if (action === undefined) return options.response
  if (action === 'undo') return undoResponseMove(app, tx, caller, options.response.id)
  return applyResponseAction(app, tx, caller, { ...options, action })
}

async function applyResponseAction(
  app: App,
  tx: Tx,
  caller: Caller,
  { post, response, action, reason }: ResponseActionOptions,
): Promise<ResponseRow> {
  if (response.author_id === caller.id && action !== 'flag') throw apiError('own_response')
  if (isResponseActionApplied(response.status, action)) return response
  const to = getNextResponseStatus(response.status, action)
  if (!to) throw apiError('already_decided')
  const flag = to === 'flagged' ? { flag_reason: reason ?? null, flagged_from: getUnflaggedStatus(response) } : {}
  const updated = await compareAndSwapResponse(app, tx, response, { status: to, ...flag })
  // The comment has changed since it was read: decide again on its new state.
  if (!updated)
    return applyResponseAction(app, tx, caller, { ...(await findResponse(tx, response.id)), action, reason })
  await updatePoints(app, tx, response, updated.status)
  await audit(app, tx, {
    actor: caller.id,
    action: `response.${updated.status}`,
    subject: { type: 'response', id: response.id },
    before: { status: response.status },
    after: { status: updated.status, ...(updated.flag_reason === null ? {} : { reason: updated.flag_reason }) },
  })
  const retracted = await notifyResponseModerated(app, tx, post, {
    actorId: caller.id,
    before: response,
    after: updated,
  })
  const move = { subject_id: response.id, expert_id: caller.id, action }
  await recordMove(tx, { ...move, before: toSnapshot(response), after: toSnapshot(updated), retracted })
  return updated
}

/**
 * Undoes the caller's own last move on a comment, with its points, its unread notifications, and the emails and pushes
 * that are still held. Takes back the reply that came with the move.
 * @throws ApiError too_late (also if somebody changed the comment since)
 */
async function undoResponseMove(app: App, tx: Tx, caller: Caller, id: string): Promise<ResponseRow> {
  const response = await tx
    .selectFrom('responses')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { action, before, retracted, answer_id } = await takeLastMove(tx, caller, id, toSnapshot(response))
  if (answer_id !== null) await takeBackResponse(app, tx, caller, answer_id)
  const restored = await compareAndSwapResponse(app, tx, response, {
    ...before,
    decided_at: parseTime(before.decided_at),
    shown_at: parseTime(before.shown_at),
  })
  if (!restored) throw apiError('too_late')
  await updatePoints(app, tx, response, restored.status)
  await audit(app, tx, {
    actor: caller.id,
    action: `response.${undoneAuditActions[action]}`,
    subject: { type: 'response', id },
    before: { status: response.status },
    after: { status: restored.status },
  })
  if (action !== 'unflag') await retractNotifications(tx, { cause: id, types: notificationTypes[action] })
  await restoreNotifications(tx, retracted)
  return restored
}

/** Notifications that each action causes. */
const notificationTypes = {
  approve: ['response_approved', 'post_commented', 'post_answered'],
  flag: ['response_flagged'],
  endorse: ['response_endorsed'],
} as const satisfies Record<ResponseAction, readonly NotificationType[]>

const toSnapshot = ({ status, flag_reason, decided_at, flagged_from, shown_at }: ResponseRow) => ({
  status,
  flag_reason,
  decided_at,
  flagged_from,
  shown_at,
})

type Change = { status: ResponseStatus } & Partial<
  Pick<ResponseRow, 'flag_reason' | 'flagged_from' | 'hidden_reason' | 'decided_at' | 'shown_at'>
>

/**
 * Updates a comment if its status has not changed since it was read; returns undefined otherwise. Flag columns that
 * `change` leaves out are cleared.
 */
export function compareAndSwapResponse(
  app: App,
  tx: Tx,
  { id, status, decided_at, shown_at }: ResponseRow,
  change: Change,
): Promise<ResponseRow | undefined> {
  const shownAt = isVisible(change.status) ? (shown_at ?? app.clock.now()) : null
  return tx
    .updateTable('responses')
    .set({ ...clearedFlag, flagged_from: null, shown_at: shownAt, ...change })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('decided_at', 'is not distinct from', decided_at)
    .returningAll()
    .executeTakeFirst()
}

/** Returns the status the comment has again if its flag is dismissed. */
export const getUnflaggedStatus = ({ status, flagged_from }: ResponseRow): UnflaggedResponseStatus =>
  status === 'flagged' || status === 'hidden' ? (flagged_from ?? 'pending') : status

export async function updatePoints(
  app: App,
  tx: Tx,
  { id, author_id, author_role, status }: ResponseRow,
  to: ResponseStatus,
): Promise<void> {
  const { awarded, revoked } = diffPoints(author_role, status, to)
  for (const reason of awarded) await awardPoints(app, tx, { to: author_id, reason, subject: id })
  for (const reason of revoked) await revokePoints(app, tx, { to: author_id, reason, subject: id })
}

/**
 * Notifies the author of the comment's new status, and the post's farmer if the comment became visible. Returns the
 * notifications that it retracted.
 */
export async function notifyResponseModerated(
  app: App,
  tx: Tx,
  post: PostSummary,
  { actorId, before, after }: { actorId: string; before: ResponseRow; after: ResponseRow },
): Promise<RetractedNotification[]> {
  const { id, author_id, author_role, status } = after
  const retracted = status === 'flagged' ? await retractNotifications(tx, { cause: id }) : []
  const outcome = status === 'pending' || status === 'hidden' ? undefined : status
  if (outcome && actorId !== author_id)
    await notifyCommentAuthor(app, tx, post, { id, author: author_id, outcome, reason: after.flag_reason ?? undefined })
  if (!isVisible(status) || isVisible(before.status)) return retracted
  const names = await getUsernames(tx, [author_id])
  const author = { id: author_id, username: names.get(author_id) ?? '', role: author_role }
  await notifyPostCommented(app, tx, post, { id, author, isUndoable: true })
  return retracted
}
