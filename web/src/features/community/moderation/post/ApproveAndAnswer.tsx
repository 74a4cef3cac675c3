import type { Post } from '@kutu/contract/community/community'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { CommentForm } from '../comments/CommentForm.tsx'
import type { Moderation } from './use-moderation.ts'

/** A form in the card of a pending post: sending it approves the post and publishes the answer. */
export function ApproveAndAnswer({
  post,
  moderation,
  hasOpenReplies,
  onClose,
}: {
  post: Post
  moderation: Moderation
  hasOpenReplies?: boolean | undefined
  onClose: () => void
}) {
  const { t } = useTranslation()
  async function send(answer: string): Promise<boolean> {
    const isApproved = await moderation.answer(post, answer)
    if (isApproved) onClose()
    return isApproved
  }
  return (
    <CommentForm
      label={t('moderation.answer')}
      hint={t('moderation.answer_approves')}
      submitLabel={t('moderation.approve_and_answer')}
      isSending={moderation.isBusy(post)}
      error={undefined}
      hasAutoFocus
      savedReplies={hasOpenReplies ? 'open' : 'closed'}
      onSend={send}
      onCancel={onClose}
    />
  )
}
