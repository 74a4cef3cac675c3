import { type FormEvent, useId, useRef } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'

/** Asks for the reason, which is sent to the expert by email. */
export function DeclineDialog({
  name,
  isOpen,
  isSending,
  onClose,
  onDecline,
}: {
  name: string
  isOpen: boolean
  isSending: boolean
  onClose: () => void
  onDecline: (reason: string) => void
}) {
  const { t } = useTranslation()
  const formId = useId()
  const reasonRef = useRef<HTMLTextAreaElement>(null)
  function decline(event: FormEvent) {
    event.preventDefault()
    if (!isSending) onDecline(reasonRef.current?.value.trim() ?? '')
  }
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
          <Button type="submit" form={formId} variant="danger" busy={isSending}>
            {t('waiting_experts.decline')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={decline} className="flex flex-col gap-4">
        <p className="text-muted">{t('waiting_experts.decline_lead')}</p>
        <TextArea ref={reasonRef} label={t('waiting_experts.reason')} name="reason" maxLength={500} optional />
      </form>
    </Dialog>
  )
}
