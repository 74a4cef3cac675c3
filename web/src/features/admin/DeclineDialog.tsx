import { type FormEvent, useId, useRef } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextArea } from '../../ui/TextArea.tsx'

/** Asks for the reason, which goes into the letter to the expert. */
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
  const { t } = useText()
  const form = useId()
  const reason = useRef<HTMLTextAreaElement>(null)
  function decline(event: FormEvent) {
    event.preventDefault()
    if (!isSending) onDecline(reason.current?.value.trim() ?? '')
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
          <Button type="submit" form={form} variant="danger" busy={isSending}>
            {t('waiting_experts.decline')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={decline} className="flex flex-col gap-4">
        <p className="text-muted">{t('waiting_experts.decline_lead')}</p>
        <TextArea ref={reason} label={t('waiting_experts.reason')} name="reason" maxLength={500} optional />
      </form>
    </Dialog>
  )
}
