import type { FlagRuling, PostStatus, ResponseStatus } from '@kutu/contract/moderation'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { takeNewsBack } from '../notifications/notify.ts'
import { type Told, tellTakenOff, tellWriter } from './news.ts'
import { ruled, unruled } from './policy.ts'
import { findResponse, settlePoints, swapResponse, tellOfMove, unflagged } from './response-moderation.ts'

/** An admin's word about a flag; the reason comes with `hide` alone and is told to the writer. */
export type Ruling = { action: FlagRuling; reason?: string | undefined }

const noted = { hide: 'hidden', dismiss: 'flag_dismissed', undo: 'ruling_undone' } as const

/**
 * Rules on a flagged post. Dismissed, it waits for an expert as before: an admin approves none.
 * @throws Refusal not_found, already_decided (also when somebody else was faster)
 */
export async function ruleOnPost(app: App, caller: Caller, id: string, ruling: Ruling): Promise<PostStatus> {
  return write(app, async tx => {
    const columns = ['id', 'farmer_id', 'title', 'status', 'version', 'ruled_at', 'flag_reason'] as const
    const post = await tx.selectFrom('posts').select(columns).where('id', '=', id).executeTakeFirst()
    if (!post || post.status === 'withdrawn') throw refuse('not_found')
    const { status, version, ruled_at, flag_reason } = post
    const to = ruled({ status, isRuled: ruled_at !== null, before: 'pending' }, ruling.action)
    if (to === undefined) throw refuse('already_decided')
    const now = app.clock.now()
    const { numUpdatedRows } = await tx
      .updateTable('posts')
      .set({ ...unruled, ...ruledColumns(ruling, now), flag_reason, status: to })
      // What an admin flags again is flagged from now on; a hidden post's flag stood all the time.
      .$if(to === 'flagged' && status !== 'hidden', post => post.set({ moderated_at: now }))
      .where('id', '=', id)
      .where('status', '=', status)
      .where('version', '=', version)
      .where('ruled_at', 'is not distinct from', ruled_at)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw refuse('already_decided')
    await note(app, tx, caller, { type: 'post', id, ruling, before: status, after: to })
    await tellOfPost(app, tx, post, { to, reason: to === 'hidden' ? ruling.reason : (flag_reason ?? undefined) })
    return to
  })
}

const ruledColumns = ({ action, reason }: Ruling, now: Date) =>
  action === 'undo' ? {} : { ruled_at: now, hidden_reason: action === 'hide' ? (reason ?? '') : null }

async function tellOfPost(
  app: App,
  tx: Tx,
  post: Told & { status: PostStatus },
  { to, reason }: { to: PostStatus; reason: string | undefined },
): Promise<void> {
  if (to === 'hidden') await tellTakenOff(app, tx, post, { as: 'hidden', reason })
  else if (post.status === 'hidden') await takeNewsBack(tx, { cause: post.id, type: 'post_hidden' })
  else if (to === 'flagged') await tellTakenOff(app, tx, post, { as: 'flagged', reason })
  else await takeNewsBack(tx, { cause: post.id })
}

/**
 * Rules on a flagged comment of a post that shows. Dismissed, it is again what it was before the flag, points and all.
 * @throws Refusal not_found, already_decided (also when somebody else was faster)
 */
export async function ruleOnResponse(app: App, caller: Caller, id: string, ruling: Ruling): Promise<ResponseStatus> {
  return write(app, async tx => {
    const { post, response } = await findResponse(tx, id)
    const { status, ruled_at, flag_reason } = response
    const to = ruled({ status, isRuled: ruled_at !== null, before: unflagged(response) }, ruling.action)
    const flagged_from = to === 'flagged' || to === 'hidden' ? unflagged(response) : null
    const change = { ...ruledColumns(ruling, app.clock.now()), flag_reason, flagged_from }
    const moved = to && (await swapResponse(app, tx, response, { status: to, ...change }))
    if (!moved) throw refuse('already_decided')
    await settlePoints(app, tx, response, moved.status)
    await note(app, tx, caller, { type: 'response', id, ruling, before: status, after: moved.status })
    if (moved.status === 'hidden') {
      const told = { id, author: moved.author_id, became: 'hidden', reason: ruling.reason } as const
      await tellWriter(app, tx, post, told)
    } else if (status === 'hidden') await takeNewsBack(tx, { cause: id, type: 'response_hidden' })
    else {
      await takeNewsBack(tx, { cause: id })
      await tellOfMove(app, tx, post, { by: caller.id, before: response, after: moved })
    }
    return moved.status
  })
}

type Noted = { type: 'post' | 'response'; id: string; ruling: Ruling; before: string; after: string }

const note = (app: App, tx: Tx, { id: actor }: Caller, { type, id, ruling, before, after }: Noted): Promise<void> =>
  audit(app, tx, {
    actor,
    action: `${type}.${noted[ruling.action]}`,
    subject: { type, id },
    before: { status: before },
    after: { status: after, ...(ruling.reason === undefined ? {} : { reason: ruling.reason }) },
  })
