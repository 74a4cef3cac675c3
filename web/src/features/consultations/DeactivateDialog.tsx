import type { Slot } from '@kutu/contract/consultations'
import { useText } from '../../text/use-text.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
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
  const { mutateAsync } = useDeactivateSlot()
  async function deactivate() {
    if (slot) await mutateAsync(slot.id)
    return t('slots.deactivated')
  }
  return (
    <ConfirmDialog
      isOpen={slot !== undefined}
      title={t('slots.deactivate_title')}
      keep={t('slots.keep')}
      confirm={t('slots.deactivate')}
      act={deactivate}
      {...{ onClose, onDone }}
    >
      {slot && (
        <div className="flex flex-col gap-2">
          <p className="font-bold">
            <Told>{span(slot.start_time, slot.end_time)}</Told>
          </p>
          <p>{t('slots.deactivate_lead')}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}
