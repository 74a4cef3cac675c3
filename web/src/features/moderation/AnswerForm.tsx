import type { Post } from '@kutu/contract/community'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { fieldError, messageOf } from '../../api/errors.ts'
import { useKeyOf } from '../../api/use-key-of.ts'
import { useText } from '../../text/use-text.ts'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { renew } from './queries.ts'
import { WritingForm } from './WritingForm.tsx'

/** The expert's own answer to the post. `isWaiting` where another expert has to let it through first. */
export function AnswerForm({ post, isWaiting = false }: { post: Post; isWaiting?: boolean }) {
  const { t } = useText()
  const client = useQueryClient()
  const keyOf = useKeyOf<{ id: string; content: string }>()
  const answer = useMutation({
    mutationFn: (content: string) =>
      call('POST /api/community/responses/{id}/', {
        params: { id: post.id },
        body: { content },
        idempotencyKey: keyOf({ id: post.id, content }),
      }),
    onSettled: () => renew(client),
  })

  async function send(content: string): Promise<boolean> {
    try {
      await answer.mutateAsync(content)
      showSuccess(t('notice.success'), t('comments.done'))
      return true
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
      return false
    }
  }
  return (
    <WritingForm
      label={t('moderation.answer')}
      hint={t(isWaiting ? 'comments.hint' : 'moderation.answer_hint')}
      submit={t('moderation.send_answer')}
      isSending={answer.isPending}
      error={fieldError(answer.error, 'content')}
      onSend={send}
    />
  )
}
