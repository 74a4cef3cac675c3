import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx'

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
  const form = useForm({ initialValues: { reason: '' }, onSubmit: ({ reason }) => onDecline(reason.trim()) })
  return (
    <FormDialog {...{ title, isOpen, onClose, form }} submitLabel={confirmLabel} variant="danger">
      <p className="text-muted">{lead}</p>
      <TextArea {...form.text('reason')} label={t('field.reason')} maxLength={500} optional />
    </FormDialog>
  )
}
