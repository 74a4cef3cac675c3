import { maxTextLengths } from '@kutu/contract/community/moderation'
import type { OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { changeItem } from '../../../api/outbox/outbox-store.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx'

/** Changes a comment that waits in the outbox. */
export function ChangeComment({ write, onClose }: { write: OutboxItem<'comment'>; onClose: () => void }) {
  const { t, number } = useTranslation()
  const { data } = write
  const max = maxTextLengths.response
  const form = useForm({
    initialValues: { content: data.content },
    validate: ({ content }) => {
      if (content.trim() === '') return { content: t('comments.missing') }
      return { content: content.length > max ? t('text.too_long', { max: number(max) }) : undefined }
    },
    onSubmit: async ({ content }) => {
      await changeItem(write, { ...data, content })
      onClose()
    },
  })
  return (
    <FormDialog title={t('unsent.change_title')} submitLabel={t('unsent.save')} form={form} onClose={onClose}>
      <TextArea {...form.text('content')} label={t('comments.label')} rows={4} dir="auto" />
    </FormDialog>
  )
}
