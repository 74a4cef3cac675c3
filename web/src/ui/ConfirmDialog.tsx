import { type ReactNode, useState } from 'react'
import { messageOf } from '../api/errors.ts'
import { useText } from '../text/use-text.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { type Done, showDone } from './done.ts'
import { showError } from './toasts.ts'

/** What is said of a refusal, and whether the dialog stays so that one can try again. */
type Refused = { message: string; stays: boolean }
const refusedForGood = (error: unknown): Refused => ({ message: messageOf(error), stays: false })

/** One question before something that cannot simply be taken back; a notice says how it went, and the dialog closes unless `refused` has it stay. */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  keep,
  confirm,
  variant = 'danger',
  isReady = true,
  act,
  refused = refusedForGood,
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
  /** Left out, the server's sentence is said and the dialog closes. */
  refused?: (error: unknown) => Refused
  /** After the act, well or not, once the dialog closes: for the focus, where what was pressed may be gone. */
  onDone?: () => void
  children: ReactNode
}) {
  const { t } = useText()
  const [isBusy, setBusy] = useState(false)
  async function run() {
    let stays = false
    setBusy(true)
    try {
      showDone(await act())
    } catch (error) {
      const refusal = refused(error)
      stays = refusal.stays
      showError(t('notice.error'), refusal.message)
    }
    setBusy(false)
    if (stays) return
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
