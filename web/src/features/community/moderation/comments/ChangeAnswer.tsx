import type { PostResponse } from '@kutu/contract/community/community'
import { maxTextLengths } from '@kutu/contract/community/moderation'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { showSuccess } from '../../../../ui/feedback/toasts.ts'
import { TextArea } from '../../../../ui/form/TextArea.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx'
import { useChangeAnswer } from './use-responses.ts'

/** Changes the text of an own answer. */
export function ChangeAnswer({ response, onClose }: { response: PostResponse; onClose: () => void }) {
  const { t, number } = useTranslation()
  const changeAnswer = useChangeAnswer(response.id)
  const max = maxTextLengths.response
  const form = useForm({
    initialValues: { content: response.content },
    validate: ({ content }) => {
      if (content.trim() === '') return { content: t('comments.missing') }
      return { content: content.length > max ? t('text.too_long', { max: number(max) }) : undefined }
    },
    onSubmit: async values => {
      await changeAnswer.mutateAsync(values)
      showSuccess(t('notice.success'), t('moderation.answer_changed'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('moderation.change_answer')}
      submitLabel={t('moderation.save_answer')}
      form={form}
      onClose={onClose}
    >
      <TextArea
        {...form.text('content')}
        label={t('moderation.answer_label')}
        hint={t('moderation.change_answer_hint')}
        rows={6}
        dir="auto"
      />
    </FormDialog>
  )
}
