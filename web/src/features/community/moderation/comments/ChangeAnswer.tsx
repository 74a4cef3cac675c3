import type { PostResponse } from '@kutu/contract/community/community'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { showSuccess } from '../../../../ui/feedback/toasts.ts'
import { TextArea } from '../../../../ui/form/TextArea.tsx'
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx'
import { useCommentForm } from '../../shared/use-comment-form.ts'
import { useChangeAnswer } from './use-responses.ts'

/** Changes the text of an own answer. */
export function ChangeAnswer({ response, onClose }: { response: PostResponse; onClose: () => void }) {
  const { t } = useTranslation()
  const changeAnswer = useChangeAnswer(response.id)
  const form = useCommentForm(response.content, async content => {
    await changeAnswer.mutateAsync({ content })
    showSuccess(t('moderation.answer_changed'))
    onClose()
  })
  return (
    <FormDialog title={t('moderation.change_answer')} submitLabel={t('action.save')} form={form} onClose={onClose}>
      <TextArea
        {...form.text('content')}
        label={t('moderation.answer')}
        hint={t('moderation.change_answer_hint')}
        rows={6}
        dir="auto"
      />
    </FormDialog>
  )
}
