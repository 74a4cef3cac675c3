import { type ReactNode, useState } from 'react'
import { getErrorMessage } from '../../api/errors.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../button/Button.tsx'
import { type SuccessMessage, showError, showSuccess } from '../feedback/toasts.ts'
import { Dialog } from './Dialog.tsx'

/** The message for an error, and if the dialog stays open for another attempt. */
type ConfirmFailure = { message: string; keepsOpen: boolean }
const describeFailureAndClose = (error: unknown): ConfirmFailure => ({
  message: getErrorMessage(error),
  keepsOpen: false,
})

/**
 * Asks for confirmation before an action that cannot simply be undone. A toast shows the result, and the dialog closes
 * unless `describeFailure` keeps it open.
 */
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
  /** Label of the button that changes nothing; 'Cancel' by default. */
  cancelLabel?: string
  /** Label of the button that runs the action. */
  confirmLabel: string
  variant?: 'danger' | 'primary'
  /** False while something in the dialog has to be chosen first. */
  canConfirm?: boolean
  onConfirm: () => Promise<SuccessMessage>
  /** By default the server's message is shown and the dialog closes. */
  describeFailure?: (error: unknown) => ConfirmFailure
  /**
   * Called after the action, successful or not, before the dialog closes. Moves the focus where the button that opened
   * it may be gone.
   */
  onSettled?: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  async function handleConfirm() {
    let keepsOpen = false
    setBusy(true)
    try {
      showSuccess(await onConfirm())
    } catch (error) {
      const failure = describeFailure(error)
      keepsOpen = failure.keepsOpen
      showError(failure.message)
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
