import { type ReactNode, useState } from 'react'
import { messageOf } from '../api/errors.ts'
import { useText } from '../text/use-text.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { type Done, showDone } from './done.ts'
import { showError } from './toasts.ts'

/** One question before something that cannot simply be taken back; however it goes, a notice says so and the dialog closes. */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  keep,
  confirm,
  variant = 'danger',
  isReady = true,
  act,
  onDone,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  title: string
  /** On the button that leaves all as it is; 'Cancel' where nothing fits better. */
  keep?: string
  /** On the button that does it. */
  confirm: string
  variant?: 'danger' | 'primary'
  /** False while something in the dialog has to be chosen first. */
  isReady?: boolean
  act: () => Promise<Done>
  /** After the act, well or not: for the focus, where what was pressed may be gone. */
  onDone?: () => void
  children: ReactNode
}) {
  const { t } = useText()
  const [isBusy, setBusy] = useState(false)
  async function run() {
    setBusy(true)
    try {
      showDone(await act())
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    }
    setBusy(false)
    onDone?.()
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
            {keep ?? t('action.cancel')}
          </Button>
          <Button variant={variant} disabled={!isReady} busy={isBusy} onClick={() => void run()}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
