import type { PostResponse } from '@kutu/contract/community'
import type { ResponseMove, ResponseStatus } from '@kutu/contract/moderation'
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
import { isShown, pointsMoved, responseMoved } from './policy.ts'
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
      const { post, response } = await findResponse(tx, postId, judged.response_id)
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
async function findResponse(tx: Tx, postId: string, id: string): Promise<{ post: Told; response: ResponseRow }> {
  const post = await tx
    .selectFrom('posts')
    .select(['id', 'farmer_id', 'title'])
    .where('id', '=', postId)
    .where('status', '=', 'approved')
    .executeTakeFirst()
  const response = await tx
    .selectFrom('responses')
    .selectAll()
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .executeTakeFirst()
  if (!post || !response) throw refuse('not_found')
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
  const moved = to && (await swapStatus(app, tx, response, { to, reason }))
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

/** Compare and swap: undefined when another expert moved it in between. */
function swapStatus(
  app: App,
  tx: Tx,
  { id, status, shown_at }: ResponseRow,
  { to, reason }: { to: ResponseStatus; reason: string | undefined },
): Promise<ResponseRow | undefined> {
  return tx
    .updateTable('responses')
    .set({
      status: to,
      shown_at: isShown(to) ? (shown_at ?? app.clock.now()) : null,
      flag_reason: to === 'flagged' ? (reason ?? null) : null,
    })
    .where('id', '=', id)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirst()
}

async function settlePoints(app: App, tx: Tx, { id, author_id, author_role, status }: ResponseRow, to: ResponseStatus) {
  const { given, taken } = pointsMoved(author_role, status, to)
  for (const reason of given) await givePoints(app, tx, { to: author_id, reason, subject: id })
  for (const reason of taken) await takePointsBack(app, tx, { to: author_id, reason, subject: id })
}

async function tellOfMove(
  app: App,
  tx: Tx,
  post: Told,
  { by, before, after }: { by: string; before: ResponseRow; after: ResponseRow },
): Promise<void> {
  const { id, author_id, author_role, status } = after
  if (status === 'flagged') await takeNewsBack(tx, { cause: id })
  const became = status === 'pending' ? undefined : status
  if (became && by !== author_id)
    await tellWriter(app, tx, post, { id, author: author_id, became, reason: after.flag_reason ?? undefined })
  if (!isShown(status) || isShown(before.status)) return
  const names = await usernamesOf(tx, [author_id])
  const author = { id: author_id, username: names.get(author_id) ?? '', role: author_role }
  await tellCommented(app, tx, post, { id, author })
}
