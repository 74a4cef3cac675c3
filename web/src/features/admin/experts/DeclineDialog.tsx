import { useId } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'

/** Asks for the reason, which is sent to the expert by email. `title` and `lead` say what is declined or withdrawn. */
export function DeclineDialog({
  title,
  lead,
  confirmLabel,
  isOpen,
  onClose,
  onDecline,
}: {
  title: string
  lead: string
  confirmLabel: string
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
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={form.isSubmitting}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={form.submit} className="flex flex-col gap-4">
        <p className="text-muted">{lead}</p>
        <TextArea {...form.text('reason')} label={t('waiting_experts.reason')} maxLength={500} optional />
      </form>
    </Dialog>
  )
}
