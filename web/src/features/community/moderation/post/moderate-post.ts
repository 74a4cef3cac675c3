import type { ModerationResult, Post } from '@kutu/contract/community/community'
import { type PostAction, undoWindowSeconds } from '@kutu/contract/community/moderation'
import { callApi } from '../../../../api/api-client.ts'
import { ApiError, getErrorMessage } from '../../../../api/errors.ts'
import { t } from '../../../../i18n/i18n.ts'
import { dismissToast, showError, showSuccess } from '../../../../ui/feedback/toasts.ts'
import { fetchPost } from '../shared/queries.ts'

const successKeys = {
  approve: 'moderation.approved',
  flag: 'moderation.flagged',
  unflag: 'moderation.unflagged',
} as const
const failureKeys = {
  flag: 'moderation.not_flagged',
  unflag: 'moderation.not_unflagged',
  approve: 'moderation.not_approved',
} as const

type OnUndo = (ids: readonly string[]) => Promise<void>

/** Slightly shorter than the server allows, so that an offered undo succeeds. */
const offeredMs = (undoWindowSeconds - 5) * 1000
/** The last action of this expert on one post, or on several at once. Its `ids` are known when the server has replied. */
type Move = { ids: Promise<readonly string[]>; at: number; noticeId?: number }
let lastMove: Move | undefined

/**
 * Sends an action, which is the last one from now on. Its notice replaces that of the action before.
 * @param send resolves to the posts that the caller moved, which others may have moved before, and what to show about that
 */
async function move(
  send: () => Promise<{ ids: readonly string[]; message: string | undefined }>,
  onUndo: OnUndo,
): Promise<void> {
  const previous = lastMove
  if (previous?.noticeId !== undefined) dismissToast(previous.noticeId)
  const sent = send()
  const current: Move = { ids: sent.then(({ ids }) => ids).catch(() => []), at: Date.now() }
  lastMove = current
  try {
    const { ids, message } = await sent
    if (ids.length === 0) restore()
    if (message === undefined) return
    if (ids.length === 0) return void showSuccess({ message, title: t('notice.info') })
    const undo = { label: t('action.undo'), run: () => void onUndo(ids) }
    // Another action may have followed, or Z may have taken it already.
    current.noticeId = showSuccess({ message, action: lastMove === current ? undo : undefined })
  } catch (error) {
    restore()
    throw error
  }
  function restore() {
    if (lastMove === current) lastMove = previous
  }
}

/**
 * Returns the posts of the last action while it can be undone: for a minute, and once. An action that is under way is
 * waited for.
 */
export function takeLastMove(): Promise<readonly string[]> | undefined {
  const taken = lastMove
  lastMove = undefined
  if (!taken || Date.now() - taken.at >= offeredMs) return undefined
  if (taken.noticeId !== undefined) dismissToast(taken.noticeId)
  return taken.ids
}

/**
 * Sends one moderation action with the version that was read, and shows a toast with the result. Returns false if the
 * server rejected it.
 */
export async function moderatePost(
  post: Post,
  action: PostAction,
  { reason, answer, onUndo }: { reason?: string; answer?: string; onUndo: OnUndo },
): Promise<boolean> {
  try {
    const body = { action, version: post.version, ...(reason && { reason }), ...(answer && { answer }) }
    await move(async () => {
      const request = { params: { id: post.id }, body, keepalive: true }
      const { status, is_undoable } = await callApi('PUT /api/community/posts/moderate/{id}/', request)
      return is_undoable
        ? { ids: [post.id], message: t(successKeys[action]) }
        : { ids: [], message: decidedFirst(status) }
    }, onUndo)
    return true
  } catch (error) {
    showError(
      t('moderation.because', { what: t(failureKeys[action]), why: await explainFailure(toFailure(error), post.id) }),
    )
    return false
  }
}

const decidedFirst = (status: Post['status']) => t('moderation.decided_first', { state: t(`post.state.${status}`) })

/** Undoes the caller's last move on each of these posts, and shows a toast with the result. Returns the posts that are back. */
export async function undoMoves(ids: readonly string[]): Promise<readonly string[]> {
  const results = await Promise.allSettled(
    ids.map(id => callApi('PUT /api/community/posts/{id}/undo/', { params: { id }, keepalive: true })),
  )
  const undone = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  const [post] = undone
  if (post && undone.length === 1) showSuccess(t('moderation.undone', { state: t(`post.state.${post.status}`) }))
  else if (post) showSuccess(t('moderation.undone_several', { count: undone.length }))
  for (const result of results) if (result.status === 'rejected') showError(result.reason)
  return undone.map(({ id }) => id)
}

/** Describes why an action failed, including what another expert did in the meantime when that is known. */
async function explainFailure({ code, message }: { code?: string; message: string }, id: string): Promise<string> {
  if (code === 'not_found') return t('moderation.withdrawn')
  if (code === 'edited_since') return t('moderation.edited_since')
  const current = code === 'already_decided' ? await fetchPost(id).catch(() => undefined) : undefined
  return current ? decidedFirst(current.status) : message
}

const toFailure = (error: unknown) => (error instanceof ApiError ? error : { message: getErrorMessage(error) })

/** Approves posts: a single one by its own endpoint, several by the bulk endpoint. */
export async function approvePosts(posts: readonly Post[], onUndo: OnUndo): Promise<void> {
  const [singlePost] = posts
  if (singlePost && posts.length === 1) return void (await moderatePost(singlePost, 'approve', { onUndo }))
  try {
    const body = { action: 'approve', posts: posts.map(({ id, version }) => ({ id, version })) } as const
    let failures: readonly ModerationResult[] = []
    await move(async () => {
      const { results } = await callApi('PUT /api/community/posts/moderate/', { body, keepalive: true })
      failures = results.filter(({ error }) => error !== null)
      const ids = results.filter(({ is_undoable }) => is_undoable).map(({ id }) => id)
      const count = results.length - failures.length
      if (ids.length === 0) return { ids, message: count > 0 ? decidedFirst('approved') : undefined }
      return { ids, message: count === 1 ? t('moderation.approved') : t('moderation.approved_several', { count }) }
    }, onUndo)
    await notifyFailures(posts, failures)
  } catch (error) {
    const what = t('moderation.none_approved', { count: posts.length })
    showError(t('moderation.because', { what, why: getErrorMessage(error) }))
  }
}

async function notifyFailures(posts: readonly Post[], failures: readonly ModerationResult[]): Promise<void> {
  for (const { id, error, message } of failures) {
    const what = t('moderation.not_approved_of', { title: posts.find(post => post.id === id)?.title ?? '' })
    const why = await explainFailure({ ...(error && { code: error }), message: message ?? t('error.unreadable') }, id)
    showError(t('moderation.because', { what, why }))
  }
}
