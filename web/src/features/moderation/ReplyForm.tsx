import type { Post, PostResponse } from '@kutu/contract/community'
import { fieldError, messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { useModerateResponse } from './use-responses.ts'
import { WritingForm } from './WritingForm.tsx'

/** What an expert says to a farmer's comment. To one that waits, saying something also lets it through: else nobody would know what it answers. */
export function ReplyForm({ post, response, onClose }: { post: Post; response: PostResponse; onClose: () => void }) {
  const { t } = useText()
  const moderate = useModerateResponse(post)
  const isPending = response.status === 'pending'

  async function send(expert_comment: string): Promise<boolean> {
    try {
      await moderate.mutateAsync({
        response_id: response.id,
        expert_comment,
        ...(isPending && { action: 'approve' as const }),
      })
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
      return false
    }
    if (isPending) showSuccess(t('notice.success'), t('moderation.comment_approved'))
    showSuccess(t('notice.success'), t('comments.done'))
    onClose()
    return true
  }
  return (
    <WritingForm
      label={t('moderation.reply_to', { name: response.author.username })}
      {...(isPending && { hint: t('moderation.reply_approves') })}
      submit={t(isPending ? 'moderation.approve_and_reply' : 'moderation.send_reply')}
      isSending={moderate.isPending}
      error={fieldError(moderate.error, 'expert_comment')}
      onSend={send}
      onCancel={onClose}
    />
  )
}
