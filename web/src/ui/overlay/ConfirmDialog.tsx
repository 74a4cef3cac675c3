import { type ReactNode, useState } from 'react'
import { getErrorMessage } from '../../api/errors.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../button/Button.tsx'
import { type SuccessMessage, showSuccessMessage } from '../feedback/success-message.ts'
import { showError } from '../feedback/toasts.ts'
import { Dialog } from './Dialog.tsx'

/** What is said of a refusal, and whether the dialog stays so that one can try again. */
type ConfirmFailure = { message: string; keepsOpen: boolean }
const describeFailureAndClose = (error: unknown): ConfirmFailure => ({
  message: getErrorMessage(error),
  keepsOpen: false,
})

/** One question before something that cannot simply be taken back; a notice says how it went, and the dialog closes unless `refused` has it stay. */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  cancelLabel,
  confirmLabel,
  variant = 'danger',
  canConfirm = true,
  onConfirm,
  describeFailure = describeFailureAndClose,
  onSettled,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  title: string
  /** On the button that leaves all as it is; 'Cancel' where nothing fits better. */
  cancelLabel?: string
  /** On the button that does it. */
  confirmLabel: string
  variant?: 'danger' | 'primary'
  /** False while something in the dialog has to be chosen first. */
  canConfirm?: boolean
  onConfirm: () => Promise<SuccessMessage>
  /** Left out, the server's sentence is said and the dialog closes. */
  describeFailure?: (error: unknown) => ConfirmFailure
  /** After the act, well or not, once the dialog closes: for the focus, where what was pressed may be gone. */
  onSettled?: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  async function handleConfirm() {
    let keepsOpen = false
    setBusy(true)
    try {
      showSuccessMessage(await onConfirm())
    } catch (error) {
      const failure = describeFailure(error)
      keepsOpen = failure.keepsOpen
      showError(t('notice.error'), failure.message)
    }
    setBusy(false)
    if (keepsOpen) return
    onSettled?.()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {cancelLabel ?? t('action.cancel')}
          </Button>
          <Button variant={variant} disabled={!canConfirm} busy={isBusy} onClick={() => void handleConfirm()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
