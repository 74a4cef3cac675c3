import { callApi } from '../../../api/api-client.ts'
import type { ApiRequestBody } from '../../../api/endpoints.ts'
import { useChange } from '../../../api/use-change.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx'

export type ExpertDecision = ApiRequestBody<'PUT /api/admin/experts/{id}/'>

/** Approves or declines an expert, or a change of the qualifications. */
export const useDecideExpert = (id: string) =>
  useChange((body: ExpertDecision) => callApi('PUT /api/admin/experts/{id}/', { params: { id }, body }), {
    queryKey: ['experts'],
  })

/** Asks for the reason, which is sent to the expert by email. `title` says what is declined or withdrawn. */
export function DeclineDialog({
  title,
  confirmLabel,
  onClose,
  onDecline,
}: {
  title: string
  confirmLabel: string
  onClose: () => void
  onDecline: (reason: string) => Promise<void>
}) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { reason: '' },
    onSubmit: ({ reason }) => onDecline(reason.trim()).then(onClose),
  })
  return (
    <FormDialog {...{ title, onClose, form }} submitLabel={confirmLabel} variant="danger">
      <p className="text-muted">{t('waiting_experts.decline_lead')}</p>
      <TextArea {...form.text('reason')} label={t('field.reason')} maxLength={500} optional />
    </FormDialog>
  )
}
