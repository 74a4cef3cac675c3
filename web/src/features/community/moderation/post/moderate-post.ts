import type { ModerationResult, Post } from '@kutu/contract/community/community'
import type { PostAction } from '@kutu/contract/community/moderation'
import { callApi } from '../../../../api/api-client.ts'
import { ApiError, getErrorMessage } from '../../../../api/errors.ts'
import { t } from '../../../../i18n/i18n.ts'
import { showError, showSuccess } from '../../../../ui/feedback/toasts.ts'
import { fetchPost } from '../shared/queries.ts'

const successKeys = {
  flag: 'moderation.flagged',
  unflag: 'moderation.unflagged',
  approve: 'moderation.approved',
} as const
const failureKeys = {
  flag: 'moderation.not_flagged',
  unflag: 'moderation.not_unflagged',
  approve: 'moderation.not_approved',
} as const

/**
 * Sends one moderation action with the version that was read, and shows a toast with the result. Returns undefined if
 * the server rejected it.
 */
export async function moderatePost(
  post: Post,
  action: PostAction,
  { reason, onUndo }: { reason?: string; onUndo?: (updated: Post) => void } = {},
): Promise<Post | undefined> {
  try {
    const body = { action, version: post.version, ...(reason && { reason }) }
    const updated = await callApi('PUT /api/community/posts/moderate/{id}/', {
      params: { id: post.id },
      body,
      keepalive: true,
    })
    const undo = onUndo && { label: t('moderation.undo'), run: () => onUndo(updated) }
    showSuccess(t('notice.success'), t(successKeys[action]), undo)
    return updated
  } catch (error) {
    showError(
      t('notice.error'),
      t('moderation.because', { what: t(failureKeys[action]), why: await explainFailure(toFailure(error), post.id) }),
    )
    return undefined
  }
}

/** Describes why an action failed, including what another expert did in the meantime when that is known. */
async function explainFailure({ code, message }: { code?: string; message: string }, id: string): Promise<string> {
  if (code === 'not_found') return t('moderation.withdrawn')
  if (code === 'edited_since') return t('moderation.edited_since')
  const current = code === 'already_decided' ? await fetchPost(id).catch(() => undefined) : undefined
  return current ? t('moderation.decided_first', { state: t(`post.state.${current.status}`) }) : message
}

const toFailure = (error: unknown) => (error instanceof ApiError ? error : { message: getErrorMessage(error) })

/** Sends the approvals that were not undone: a single one by its own endpoint, several by the bulk endpoint. */
export async function sendApprovals(posts: readonly Post[]): Promise<void> {
  const [singlePost] = posts
  if (singlePost && posts.length === 1) {
    await moderatePost(singlePost, 'approve')
    return
  }
  try {
    const body = { action: 'approve', posts: posts.map(({ id, version }) => ({ id, version })) } as const
    await notifyOutcomes(
      posts,
      (await callApi('PUT /api/community/posts/moderate/', { body, keepalive: true })).results,
    )
  } catch (error) {
    const what = t('moderation.none_approved', { count: posts.length })
    showError(t('notice.error'), t('moderation.because', { what, why: getErrorMessage(error) }))
  }
}

async function notifyOutcomes(posts: readonly Post[], outcomes: readonly ModerationResult[]): Promise<void> {
  const failures = outcomes.filter(({ error }) => error !== null)
  const count = outcomes.length - failures.length
  if (count > 0) showSuccess(t('notice.success'), t('moderation.approved_several', { count }))
  for (const { id, error, message } of failures) {
    const what = t('moderation.not_approved_of', { title: posts.find(post => post.id === id)?.title ?? '' })
    const why = await explainFailure({ ...(error && { code: error }), message: message ?? t('error.unreadable') }, id)
    showError(t('notice.error'), t('moderation.because', { what, why }))
  }
}
