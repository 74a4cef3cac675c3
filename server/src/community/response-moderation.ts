import type { PostResponse } from '@kutu/contract/community'
import type { ResponseMove, ResponseStatus, UnflaggedResponse } from '@kutu/contract/moderation'
import { usernamesOf } from '../accounts/users.ts'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { conflictOf } from '../db/conflicts.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { takeNewsBack } from '../notifications/notify.ts'
import { type Told, tellCommented, tellWriter } from './news.ts'
import { givePoints, takePointsBack } from './points.ts'
import { isShown, pointsMoved, responseMoved, unruled } from './policy.ts'
import { addResponse, presentResponse, type ResponseRow } from './responses.ts'

type Judged = {
  response_id: string
  action?: ResponseMove | undefined
  reason?: string | undefined
  expert_comment?: string | undefined
}

/**
 * Moves a comment of a post, comments on it, or both: all of it or nothing.
 * @throws Refusal not_found, own_response, already_decided (also when another expert was faster), duplicate_response
 */
export async function moderateResponse(
  app: App,
  caller: Caller,
  postId: string,
  judged: Judged,
): Promise<PostResponse> {
  try {
    return await write(app, async tx => {
      const { post, response } = await findResponse(tx, judged.response_id, postId)
      const { action, reason, expert_comment } = judged
      const moved = action ? await moveResponse(app, tx, caller, { post, response, action, reason }) : response
      if (expert_comment !== undefined)
        await addResponse(app, tx, caller, { post, content: expert_comment, replyTo: response.id })
      const names = await usernamesOf(tx, [moved.author_id])
      return presentResponse(moved, names.get(moved.author_id) ?? '')
    })
  } catch (error) {
    throw conflictOf(error) ?? error
  }
}

/** Only approved posts take comments, so another state means withdrawn. */
export async function findResponse(
  tx: Tx,
  id: string,
  postId?: string,
): Promise<{ post: Told; response: ResponseRow }> {
  const response = await tx
    .selectFrom('responses')
    .selectAll()
    .where('id', '=', id)
    .$if(postId !== undefined, rows => rows.where('post_id', '=', postId ?? ''))
    .executeTakeFirst()
  if (!response) throw refuse('not_found')
  const post = await tx
    .selectFrom('posts')
    .select(['id', 'farmer_id', 'title'])
    .where('id', '=', response.post_id)
    .where('status', '=', 'approved')
    .executeTakeFirst()
  if (!post) throw refuse('not_found')
  return { post, response }
}

type Move = { post: Told; response: ResponseRow; action: ResponseMove; reason?: string | undefined }

async function moveResponse(
  app: App,
  tx: Tx,
  caller: Caller,
  { post, response, action, reason }: Move,
): Promise<ResponseRow> {
  if (response.author_id === caller.id && action !== 'flag') throw refuse('own_response')
  const to = responseMoved(response.author_role, response.status, action)
  const flag = to === 'flagged' ? { flag_reason: reason ?? null, flagged_from: unflagged(response) } : {}
  const moved = to && (await swapResponse(app, tx, response, { status: to, ...flag }))
  if (!moved) throw refuse('already_decided')
  await settlePoints(app, tx, response, moved.status)
  await audit(app, tx, {
    actor: caller.id,
    action: `response.${moved.status}`,
    subject: { type: 'response', id: response.id },
    before: { status: response.status },
    after: { status: moved.status, ...(moved.flag_reason === null ? {} : { reason: moved.flag_reason }) },
  })
  await tellOfMove(app, tx, post, { by: caller.id, before: response, after: moved })
  return moved
}

type Change = { status: ResponseStatus } & Partial<
  Pick<ResponseRow, 'flag_reason' | 'flagged_from' | 'hidden_reason' | 'ruled_at'>
>

/** Compare and swap: undefined when somebody else moved it in between. What is not given of a flag is forgotten. */
export function swapResponse(
  app: App,
  tx: Tx,
  { id, status, ruled_at, shown_at }: ResponseRow,
  change: Change,
): Promise<ResponseRow | undefined> {
  const shownAt = isShown(change.status) ? (shown_at ?? app.clock.now()) : null
  return tx
    .updateTable('responses')
    .set({ ...unruled, flagged_from: null, shown_at: shownAt, ...change })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('ruled_at', 'is not distinct from', ruled_at)
    .returningAll()
    .executeTakeFirst()
}

/** What it is again where a flag on it was unfounded. */
export const unflagged = ({ status, flagged_from }: ResponseRow): UnflaggedResponse =>
  status === 'flagged' || status === 'hidden' ? (flagged_from ?? 'pending') : status

export async function settlePoints(
  app: App,
  tx: Tx,
  { id, author_id, author_role, status }: ResponseRow,
  to: ResponseStatus,
): Promise<void> {
  const { given, taken } = pointsMoved(author_role, status, to)
  for (const reason of given) await givePoints(app, tx, { to: author_id, reason, subject: id })
  for (const reason of taken) await takePointsBack(app, tx, { to: author_id, reason, subject: id })
}

/** Tells the writer what became of the comment, and the farmer of the post that it shows now. */
export async function tellOfMove(
  app: App,
  tx: Tx,
  post: Told,
  { by, before, after }: { by: string; before: ResponseRow; after: ResponseRow },
): Promise<void> {
  const { id, author_id, author_role, status } = after
  if (status === 'flagged') await takeNewsBack(tx, { cause: id })
  const became = status === 'pending' || status === 'hidden' ? undefined : status
  if (became && by !== author_id)
    await tellWriter(app, tx, post, { id, author: author_id, became, reason: after.flag_reason ?? undefined })
  if (!isShown(status) || isShown(before.status)) return
  const names = await usernamesOf(tx, [author_id])
  const author = { id: author_id, username: names.get(author_id) ?? '', role: author_role }
  await tellCommented(app, tx, post, { id, author })
}
