import type { Post, PostResponse } from '@kutu/contract/community/community'
import type { ResponseAction } from '@kutu/contract/community/moderation'
import { callApi } from '../../../../api/api-client.ts'
import type { ApiRequestBody } from '../../../../api/endpoints.ts'
import { ApiError, getErrorMessage } from '../../../../api/errors.ts'
import { useChange } from '../../../../api/use-change.ts'
import { t } from '../../../../i18n/i18n.ts'
import { showError, showSuccess } from '../../../../ui/feedback/toasts.ts'
import { outdatedByPosts } from '../../shared/queries.ts'
import { outdatedByModeration } from '../shared/queries.ts'

/** The post of a comment, as far as the actions on the comment need it. */
export type CommentedPost = Pick<Post, 'id' | 'status'>

type ModerateResponseInput = ApiRequestBody<'PUT /api/community/responses/moderate/{id}/'>

const successKeys = {
  approve: 'moderation.comment_approved',
  flag: 'moderation.comment_flagged',
  endorse: 'moderation.comment_endorsed',
} as const
const failureKeys = {
  approve: 'moderation.comment_not_approved',
  flag: 'moderation.comment_not_flagged',
  endorse: 'moderation.comment_not_endorsed',
} as const

const explainFailure = (error: unknown): string =>
  error instanceof ApiError && error.is('already_decided')
    ? t('moderation.comment_decided_first')
    : getErrorMessage(error)

/** Moderates a comment, replies to it, or both in one call. */
const useModerateResponse = (post: CommentedPost) =>
  useChange(
    (body: ModerateResponseInput) =>
      callApi('PUT /api/community/responses/moderate/{id}/', { params: { id: post.id }, body }),
    ...outdatedByModeration,
  )

/** Changes the text of an own answer. */
export const useChangeAnswer = (id: string) =>
  useChange(
    (body: { content: string }) => callApi('PUT /api/community/responses/edit/{id}/', { params: { id }, body }),
    ...outdatedByModeration,
    outdatedByPosts,
  )

type ModeratedResponse = Pick<PostResponse, 'status'> & { is_undoable: boolean }

/** Runs an action on a comment, or replies to it, and shows a toast with the result, which offers to undo the action. */
export function useResponseAction(post: CommentedPost, response: PostResponse) {
  const moderateResponse = useModerateResponse(post)
  async function runAction(action: ResponseAction, reason?: string): Promise<void> {
    if (moderateResponse.isPending) return
    try {
      const body = { response_id: response.id, action, ...(reason && { reason }) }
      showResult(action, await moderateResponse.mutateAsync(body))
    } catch (error) {
      showError(t('moderation.because', { what: t(failureKeys[action]), why: explainFailure(error) }))
    }
  }
  /** A reply to a pending comment also approves it. Returns whether the reply was sent. */
  async function sendReply(expert_comment: string): Promise<boolean> {
    const approval = response.status === 'pending' ? ({ action: 'approve' } as const) : {}
    try {
      const result = await moderateResponse.mutateAsync({ response_id: response.id, expert_comment, ...approval })
      if (response.status === 'pending') showResult('approve', result)
    } catch (error) {
      showError(explainFailure(error))
      return false
    }
    showSuccess(t('comments.done'))
    return true
  }
  /** A colleague may have decided first. */
  function showResult(action: ResponseAction, { status, is_undoable }: ModeratedResponse): void {
    if (is_undoable) {
      const undoAction = { label: t('action.undo'), run: () => void undo() }
      showSuccess({ message: t(successKeys[action]), action: undoAction })
    } else {
      const message = t('moderation.decided_first', { state: t(`moderation.response.${status}`) })
      showSuccess({ message, title: t('notice.info') })
    }
  }
  async function undo(): Promise<void> {
    try {
      const { status } = await moderateResponse.mutateAsync({ response_id: response.id, action: 'undo' })
      showSuccess(t('moderation.undone', { state: t(`moderation.response.${status}`) }))
    } catch (error) {
      showError(error)
    }
  }
  return { runAction, sendReply, isRunning: moderateResponse.isPending, error: moderateResponse.error }
}
