import type { PostResponse } from '@kutu/contract/community/community'
import { getFieldError } from '../../../../api/errors.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { CommentForm } from './CommentForm.tsx'
import { type CommentedPost, useResponseAction } from './use-responses.ts'

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
  const { sendReply, isRunning, error } = useResponseAction(post, response)
  const isPending = response.status === 'pending'

  async function send(text: string): Promise<boolean> {
    const isSent = await sendReply(text)
    if (isSent) onClose()
    return isSent
  }
  return (
    <CommentForm
      label={t('moderation.reply_to', { name: response.author.username })}
      {...(isPending && { hint: t('moderation.reply_approves') })}
      submitLabel={t(isPending ? 'moderation.approve_and_reply' : 'moderation.send_reply')}
      isSending={isRunning}
      error={getFieldError(error, 'expert_comment')}
      onSend={send}
      onCancel={onClose}
    />
  )
}
