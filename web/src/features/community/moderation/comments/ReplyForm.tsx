import type { PostResponse } from '@kutu/contract/community/community'
import { getErrorMessage, getFieldError } from '../../../../api/errors.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../../ui/feedback/toasts.ts'
import { CommentForm } from './CommentForm.tsx'
import { type CommentedPost, useModerateResponse } from './use-responses.ts'

/**
 * An expert's reply to a farmer's comment. Replying to a pending comment also approves it, because readers would not
 * see what the reply refers to.
 */
export function ReplyForm({
  post,
  response,
  onClose,
}: {
  post: CommentedPost
  response: PostResponse
  onClose: () => void
}) {
  const { t } = useTranslation()
  const moderateResponse = useModerateResponse(post)
  const isPending = response.status === 'pending'

  async function send(expert_comment: string): Promise<boolean> {
    try {
      await moderateResponse.mutateAsync({
        response_id: response.id,
        expert_comment,
        ...(isPending && { action: 'approve' as const }),
      })
    } catch (error) {
      showError(t('notice.error'), getErrorMessage(error))
      return false
    }
    if (isPending) showSuccess(t('notice.success'), t('moderation.comment_approved'))
    showSuccess(t('notice.success'), t('comments.done'))
    onClose()
    return true
  }
  return (
    <CommentForm
      label={t('moderation.reply_to', { name: response.author.username })}
      {...(isPending && { hint: t('moderation.reply_approves') })}
      submitLabel={t(isPending ? 'moderation.approve_and_reply' : 'moderation.send_reply')}
      isSending={moderateResponse.isPending}
      error={getFieldError(moderateResponse.error, 'expert_comment')}
      onSend={send}
      onCancel={onClose}
    />
  )
}
