import type { Slot } from '@kutu/contract/consultations/consultations'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useDeactivateSlot } from '../shared/expert-queries.ts'
import { formatSlotRange } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'

/** Confirms that a slot should be deactivated, which cannot be undone, and says what happens to its booking. */
export function DeactivateSlotDialog({
  slot,
  onClose,
  onSettled,
}: {
  /** Undefined while the dialog is closed. */
  slot: Slot | undefined
  onClose: () => void
  onSettled: () => void
}) {
  const { t } = useTranslation()
  const { mutateAsync } = useDeactivateSlot()
  async function deactivate() {
    if (slot) await mutateAsync({ id: slot.id, cancel_booking: slot.is_booked })
    return t('slots.deactivated')
  }
  return (
    <ConfirmDialog
      isOpen={slot !== undefined}
      title={t('slots.deactivate_title')}
      confirmLabel={t('slots.deactivate')}
      onConfirm={deactivate}
      {...{ onClose, onSettled }}
    >
      {slot && (
        <p className="font-bold">
          <TimeRange>{formatSlotRange(slot.start_time, slot.end_time)}</TimeRange>
        </p>
      )}
      {slot?.is_booked && <p>{t('slots.deactivate_booked')}</p>}
      <p>{t('slots.deactivate_lead')}</p>
    </ConfirmDialog>
  )
}
