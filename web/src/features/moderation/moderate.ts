import type { Moderated, Post } from '@kutu/contract/community'
import type { PostMove } from '@kutu/contract/moderation'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { say } from '../../text/say.ts'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { freshPost } from './queries.ts'

const done = { flag: 'moderation.flagged', unflag: 'moderation.unflagged', approve: 'moderation.approved' } as const
const failed = {
  flag: 'moderation.not_flagged',
  unflag: 'moderation.not_unflagged',
  approve: 'moderation.not_approved',
} as const

/** Sends one move, with the version that was read, and tells how it went; undefined where it was refused. */
export async function movePost(
  post: Post,
  action: PostMove,
  { reason, onUndo }: { reason?: string; onUndo?: (moved: Post) => void } = {},
): Promise<Post | undefined> {
  try {
    const body = { action, version: post.version, ...(reason && { reason }) }
    const moved = await call('PUT /api/community/posts/moderate/{id}/', {
      params: { id: post.id },
      body,
      keepalive: true,
    })
    const undo = onUndo && { label: say('moderation.undo'), run: () => onUndo(moved) }
    showSuccess(say('notice.success'), say(done[action]), undo)
    return moved
  } catch (error) {
    showError(
      say('notice.error'),
      say('moderation.because', { what: say(failed[action]), why: await whyNot(refusalIn(error), post.id) }),
    )
    return undefined
  }
}

/** A refusal in words: what somebody else did meanwhile, as far as it can be learnt. */
async function whyNot({ word, message }: { word?: string; message: string }, id: string): Promise<string> {
  if (word === 'not_found') return say('moderation.withdrawn')
  if (word === 'edited_since') return say('moderation.edited_since')
  const now = word === 'already_decided' ? await freshPost(id).catch(() => undefined) : undefined
  return now ? say('moderation.decided_first', { state: say(`post.state.${now.status}`) }) : message
}

const refusalIn = (error: unknown) => (error instanceof ApiError ? error : { message: messageOf(error) })

/** Sends approvals that nobody took back: one by its own call, several by one. */
export async function sendApprovals(posts: readonly Post[]): Promise<void> {
  const [only] = posts
  if (only && posts.length === 1) {
    await movePost(only, 'approve')
    return
  }
  try {
    const body = { action: 'approve', posts: posts.map(({ id, version }) => ({ id, version })) } as const
    await tellOutcomes(posts, (await call('PUT /api/community/posts/moderate/', { body, keepalive: true })).results)
  } catch (error) {
    const what = say('moderation.none_approved', { count: posts.length })
    showError(say('notice.error'), say('moderation.because', { what, why: messageOf(error) }))
  }
}

async function tellOutcomes(posts: readonly Post[], outcomes: readonly Moderated[]): Promise<void> {
  const refused = outcomes.filter(({ error }) => error !== null)
  const count = outcomes.length - refused.length
  if (count > 0) showSuccess(say('notice.success'), say('moderation.approved_several', { count }))
  for (const { id, error, message } of refused) {
    const what = say('moderation.not_approved_of', { title: posts.find(post => post.id === id)?.title ?? '' })
    const why = await whyNot({ ...(error && { word: error }), message: message ?? say('error.unreadable') }, id)
    showError(say('notice.error'), say('moderation.because', { what, why }))
  }
}
