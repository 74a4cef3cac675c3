import type { Slot } from '@kutu/contract/consultations'
import { messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { useDeactivateSlot } from './expert-queries.ts'
import { span } from './slot-time.ts'
import { Told } from './Told.tsx'

/** Asks before a slot is taken from the farmers: there is no way back. */
export function DeactivateDialog({
  slot,
  onClose,
  onDone,
}: {
  slot: Slot | undefined
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useText()
  const { mutateAsync, isPending } = useDeactivateSlot()

  async function deactivate({ id }: Slot) {
    try {
      await mutateAsync(id)
      showSuccess(t('notice.success'), t('slots.deactivated'))
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    }
    onDone()
    onClose()
  }

  return (
    <Dialog
      isOpen={slot !== undefined}
      onClose={onClose}
      title={t('slots.deactivate_title')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('slots.keep')}
          </Button>
          <Button variant="danger" busy={isPending} onClick={() => slot && void deactivate(slot)}>
            {t('slots.deactivate')}
          </Button>
        </>
      }
    >
      {slot && (
        <div className="flex flex-col gap-2">
          <p className="font-bold">
            <Told>{span(slot.start_time, slot.end_time)}</Told>
          </p>
          <p>{t('slots.deactivate_lead')}</p>
        </div>
      )}
    </Dialog>
  )
}
