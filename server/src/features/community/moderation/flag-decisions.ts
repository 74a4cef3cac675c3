import type { FlagDecision, PostStatus, ResponseStatus } from '@kutu/contract/community/moderation'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { retractNotifications } from '../../notifications/inbox/notify.ts'
import { notifyCommentAuthor, notifyPostTakenDown, type PostSummary } from '../notifications/post-notifications.ts'
import { clearedFlag, getStatusAfterDecision } from '../policy.ts'
import {
  compareAndSwapResponse,
  findResponse,
  getUnflaggedStatus,
  notifyResponseModerated,
  updatePoints,
} from './response-moderation.ts'

/** An admin's decision about a flag. The author sees the reason, which is set for `hide` only. */
export type FlagDecisionInput = { action: FlagDecision; reason?: string | undefined }

const auditActions = { hide: 'hidden', dismiss: 'flag_dismissed', undo: 'decision_undone' } as const

/**
 * Applies an admin's decision to a flagged post. A dismissed flag returns the post to `pending`, because admins do not
 * approve posts.
 * @throws ApiError not_found, already_decided (also if another admin or expert was faster)
 */
export async function decidePostFlag(
  app: App,
  caller: Caller,
  id: string,
  decision: FlagDecisionInput,
): Promise<PostStatus> {
  return withTransaction(app, async tx => {
    const columns = ['id', 'farmer_id', 'title', 'status', 'version', 'decided_at', 'flag_reason'] as const
    const post = await tx.selectFrom('posts').select(columns).where('id', '=', id).executeTakeFirst()
    if (!post || post.status === 'withdrawn') throw apiError('not_found')
    const { status, version, decided_at, flag_reason } = post
    const to = getStatusAfterDecision({ status, isDecided: decided_at !== null, before: 'pending' }, decision.action)
    if (to === undefined) throw apiError('already_decided')
    const now = app.clock.now()
    const { numUpdatedRows } = await tx
      .updateTable('posts')
      .set({ ...clearedFlag, ...getDecisionColumns(decision, now), flag_reason, status: to })
      // Undoing a dismissal flags the post again from now on. A hidden post has kept its original flag date.
      .$if(to === 'flagged' && status !== 'hidden', post => post.set({ moderated_at: now }))
      .where('id', '=', id)
      .where('status', '=', status)
      .where('version', '=', version)
      .where('decided_at', 'is not distinct from', decided_at)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw apiError('already_decided')
    await auditDecision(app, tx, caller, { type: 'post', id, decision, before: status, after: to })
    await notifyPostDecision(app, tx, post, {
      to,
      reason: to === 'hidden' ? decision.reason : (flag_reason ?? undefined),
    })
    return to
  })
}

const getDecisionColumns = ({ action, reason }: FlagDecisionInput, now: Date) =>
  action === 'undo' ? {} : { decided_at: now, hidden_reason: action === 'hide' ? (reason ?? '') : null }

async function notifyPostDecision(
  app: App,
  tx: Tx,
  post: PostSummary & { status: PostStatus },
  { to, reason }: { to: PostStatus; reason: string | undefined },
): Promise<void> {
  if (to === 'hidden') await notifyPostTakenDown(app, tx, post, { as: 'hidden', reason })
  else if (post.status === 'hidden') await retractNotifications(tx, { cause: post.id, types: ['post_hidden'] })
  else if (to === 'flagged') await notifyPostTakenDown(app, tx, post, { as: 'flagged', reason })
  else await retractNotifications(tx, { cause: post.id })
}

/**
 * Applies an admin's decision to a flagged comment of an approved post. A dismissed flag restores the status and the
 * points that the comment had before the flag.
 * @throws ApiError not_found, already_decided (also if another admin or expert was faster)
 */
export async function decideResponseFlag(
  app: App,
  caller: Caller,
  id: string,
  decision: FlagDecisionInput,
): Promise<ResponseStatus> {
  return withTransaction(app, async tx => {
    const { post, response } = await findResponse(tx, id)
    const { status, decided_at, flag_reason } = response
    const to = getStatusAfterDecision(
      { status, isDecided: decided_at !== null, before: getUnflaggedStatus(response) },
      decision.action,
    )
    const flagged_from = to === 'flagged' || to === 'hidden' ? getUnflaggedStatus(response) : null
    const change = { ...getDecisionColumns(decision, app.clock.now()), flag_reason, flagged_from }
    const moved = to && (await compareAndSwapResponse(app, tx, response, { status: to, ...change }))
    if (!moved) throw apiError('already_decided')
    await updatePoints(app, tx, response, moved.status)
    await auditDecision(app, tx, caller, { type: 'response', id, decision, before: status, after: moved.status })
    if (moved.status === 'hidden') {
      const notification = { id, author: moved.author_id, outcome: 'hidden', reason: decision.reason } as const
      await notifyCommentAuthor(app, tx, post, notification)
    } else if (status === 'hidden') await retractNotifications(tx, { cause: id, types: ['response_hidden'] })
    else {
      await retractNotifications(tx, { cause: id })
      await notifyResponseModerated(app, tx, post, { actorId: caller.id, before: response, after: moved })
    }
    return moved.status
  })
}

type DecisionAuditEntry = {
  type: 'post' | 'response'
  id: string
  decision: FlagDecisionInput
  before: string
  after: string
}

const auditDecision = (
  app: App,
  tx: Tx,
  { id: actor }: Caller,
  { type, id, decision, before, after }: DecisionAuditEntry,
): Promise<void> =>
  audit(app, tx, {
    actor,
    action: `${type}.${auditActions[decision.action]}`,
    subject: { type, id },
    before: { status: before },
    after: { status: after, ...(decision.reason === undefined ? {} : { reason: decision.reason }) },
  })
