import type { Post } from '@kutu/contract/community/community'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../../api/api-client.ts'
import { getErrorMessage, getFieldError } from '../../../../api/errors.ts'
import { useIdempotencyKey } from '../../../../api/use-idempotency-key.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../../ui/feedback/toasts.ts'
import { invalidateModeration } from '../shared/queries.ts'
import { CommentForm } from './CommentForm.tsx'

/** The expert's own answer to the post. `needsApproval` is set when another expert has to approve it first. */
export function AnswerForm({ post, needsApproval = false }: { post: Post; needsApproval?: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const getIdempotencyKey = useIdempotencyKey<{ id: string; content: string }>()
  const createResponse = useMutation({
    mutationFn: (content: string) =>
      callApi('POST /api/community/responses/{id}/', {
        params: { id: post.id },
        body: { content },
        idempotencyKey: getIdempotencyKey({ id: post.id, content }),
      }),
    onSettled: () => invalidateModeration(client),
  })

  async function send(content: string): Promise<boolean> {
    try {
      await createResponse.mutateAsync(content)
      showSuccess(t('notice.success'), t('comments.done'))
      return true
    } catch (error) {
      showError(t('notice.error'), getErrorMessage(error))
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
      {...(!needsApproval && { savedReplies: 'closed' })}
      onSend={send}
    />
  )
}
