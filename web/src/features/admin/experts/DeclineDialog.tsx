import { useId } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'

/** Asks for the reason, which is sent to the expert by email. */
export function DeclineDialog({
  name,
  isOpen,
  onClose,
  onDecline,
}: {
  name: string
  isOpen: boolean
  onClose: () => void
  onDecline: (reason: string) => Promise<void>
}) {
  const { t } = useTranslation()
  const formId = useId()
  const form = useForm({ initialValues: { reason: '' }, onSubmit: ({ reason }) => onDecline(reason.trim()) })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('waiting_experts.decline_title', { name })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={form.isSubmitting}>
            {t('waiting_experts.decline')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={form.submit} className="flex flex-col gap-4">
        <p className="text-muted">{t('waiting_experts.decline_lead')}</p>
        <TextArea {...form.text('reason')} label={t('waiting_experts.reason')} maxLength={500} optional />
      </form>
    </Dialog>
  )
}
