import type { Post } from '@kutu/contract/community/community'
import { callApi } from '../../../../api/api-client.ts'
import { getFieldError } from '../../../../api/errors.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useIdempotencyKey } from '../../../../api/use-idempotency-key.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../../ui/feedback/toasts.ts'
import { outdatedByModeration } from '../shared/queries.ts'
import { CommentForm } from './CommentForm.tsx'

/** The expert's own answer to the post. `needsApproval` is set when another expert has to approve it first. */
export function AnswerForm({ post, needsApproval = false }: { post: Post; needsApproval?: boolean }) {
  const { t } = useTranslation()
  const getIdempotencyKey = useIdempotencyKey<{ id: string; content: string }>()
  const createResponse = useChange(
    (content: string) =>
      callApi('POST /api/community/responses/{id}/', {
        params: { id: post.id },
        body: { content },
        idempotencyKey: getIdempotencyKey({ id: post.id, content }),
      }),
    ...outdatedByModeration,
  )

  async function send(content: string): Promise<boolean> {
    try {
      await createResponse.mutateAsync(content)
      showSuccess(t('comments.done'))
      return true
    } catch (error) {
      showError(error)
      return false
    }
  }
  return (
    <CommentForm
      label={t('moderation.answer')}
      hint={t(needsApproval ? 'comments.hint' : 'moderation.answer_hint')}
      submitLabel={t('moderation.send_answer')}
      isSending={createResponse.isPending}
      error={getFieldError(createResponse.error, 'content')}
      {...(!needsApproval && { savedReplies: { list: 'closed', crop: post.crop_type } })}
      onSend={send}
    />
  )
}
