import type { OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { changeItem } from '../../../api/outbox/outbox-store.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx'
import { useCommentForm } from '../shared/use-comment-form.ts'

/** Changes a comment that waits in the outbox. */
export function ChangeComment({ write, onClose }: { write: OutboxItem<'comment'>; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useCommentForm(write.data.content, async content => {
    await changeItem(write, { ...write.data, content })
    onClose()
  })
  return (
    <FormDialog title={t('unsent.change_title')} submitLabel={t('action.save')} form={form} onClose={onClose}>
      <TextArea {...form.text('content')} label={t('comments.label')} rows={4} dir="auto" />
    </FormDialog>
  )
}
