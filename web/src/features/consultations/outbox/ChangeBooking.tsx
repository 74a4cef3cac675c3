import { useState } from 'react'
import { getErrorMessage } from '../../../api/errors.ts'
import type { OutboxWrite } from '../../../api/outbox/outbox-write.ts'
import { changeWrite } from '../../../api/outbox/write-store.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError } from '../../../ui/feedback/toasts.ts'
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx'
import { toBookingTopic, toTopicForm } from '../slots/booking-topic.ts'
import { TopicFields } from '../slots/TopicFields.tsx'

/** Changes a booking that waits in the outbox. */
export function ChangeBooking({ write, onClose }: { write: OutboxWrite<'booking'>; onClose: () => void }) {
  const { t } = useTranslation()
  const { data } = write
  const [form, setForm] = useState(() => toTopicForm(data.topic))
  const [isSubmitting, setSubmitting] = useState(false)
  const analysisId = data.topic.analysis ?? null
  async function save() {
    setSubmitting(true)
    try {
      await changeWrite(write, { ...data, topic: toBookingTopic(form, analysisId) })
      onClose()
    } catch (error) {
      showError(t('notice.error'), getErrorMessage(error))
      setSubmitting(false)
    }
  }
  const submit = (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    void save()
  }
  return (
    <FormDialog
      title={t('unsent.change_title')}
      submitLabel={t('unsent.save')}
      form={{ isSubmitting, submit }}
      onClose={onClose}
    >
      <TopicFields form={form} hasLeaf={analysisId !== null} onChange={setForm} />
    </FormDialog>
  )
}
