import type { OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { changeItem } from '../../../api/outbox/outbox-store.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx'
import { toAwaitedLeaf, toBookingTopic, toTopicForm } from '../slots/booking-topic.ts'
import { TopicFields } from '../slots/TopicFields.tsx'

/** Changes a booking that waits in the outbox. */
export function ChangeBooking({ write, onClose }: { write: OutboxItem<'booking'>; onClose: () => void }) {
  const { t } = useTranslation()
  const { data } = write
  const { slot, topic, analysis } = data
  const leaf = topic.analysis ? { id: topic.analysis } : (analysis ?? null)
  const form = useForm({
    initialValues: toTopicForm(topic, analysis !== undefined),
    onSubmit: async values => {
      await changeItem(write, { slot, topic: toBookingTopic(values, leaf), ...toAwaitedLeaf(values, leaf) })
      onClose()
    },
  })
  return (
    <FormDialog title={t('unsent.change_title')} submitLabel={t('action.save')} form={form} onClose={onClose}>
      <TopicFields form={form.values} hasLeaf={leaf !== null} onChange={form.setValues} />
    </FormDialog>
  )
}
