import type { OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { changeItem } from '../../../api/outbox/outbox-store.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx'
import { maxReasonLength } from '../shared/cancel-booking.ts'

/** Changes the reason of a cancellation that waits in the outbox. */
export function ChangeCancellation({ write, onClose }: { write: OutboxItem<'cancellation'>; onClose: () => void }) {
  const { t } = useTranslation()
  const { data } = write
  const form = useForm({
    initialValues: { reason: data.reason },
    onSubmit: async ({ reason }) => {
      await changeItem(write, { ...data, reason })
      onClose()
    },
  })
  return (
    <FormDialog title={t('unsent.change_title')} submitLabel={t('action.save')} form={form} onClose={onClose}>
      <TextArea
        {...form.text('reason')}
        label={t('my_bookings.cancel_reason')}
        hint={t('my_bookings.cancel_reason_hint')}
        optional
        maxLength={maxReasonLength}
        rows={3}
        dir="auto"
      />
    </FormDialog>
  )
}
