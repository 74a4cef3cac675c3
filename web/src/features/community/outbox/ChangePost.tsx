import type { OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { changeItem } from '../../../api/outbox/outbox-store.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx'
import { PostFields } from '../create/PostFields.tsx'
import { isComplete, type PostFormValues } from '../create/post-form.ts'
import { validatePost } from '../create/use-post-form.ts'

/** Changes the text and the choices of a post that waits in the outbox. Its photo stays. */
export function ChangePost({ write, onClose }: { write: OutboxItem<'post'>; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm<PostFormValues>({
    initialValues: write.data.form,
    validate: validatePost,
    onSubmit: async values => {
      if (!isComplete(values)) return
      await changeItem(write, { ...write.data, form: values })
      onClose()
    },
  })
  return (
    <FormDialog title={t('unsent.change_title')} submitLabel={t('action.save')} form={form} onClose={onClose}>
      <PostFields form={form} disabled={form.isSubmitting} />
    </FormDialog>
  )
}
