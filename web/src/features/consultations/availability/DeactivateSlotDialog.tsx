import type { Slot } from '@kutu/contract/consultations/consultations'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useDeactivateSlot } from '../shared/expert-queries.ts'
import { formatSlotRange } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'

/** Confirms that a slot should be deactivated, which cannot be undone. */
export function DeactivateSlotDialog({
  slot,
  onClose,
  onSettled,
}: {
  slot: Slot | undefined
  onClose: () => void
  onSettled: () => void
}) {
  const { t } = useTranslation()
  const { mutateAsync } = useDeactivateSlot()
  async function deactivate() {
    if (slot) await mutateAsync(slot.id)
    return t('slots.deactivated')
  }
  return (
    <ConfirmDialog
      isOpen={slot !== undefined}
      title={t('slots.deactivate_title')}
      cancelLabel={t('slots.keep')}
      confirmLabel={t('slots.deactivate')}
      onConfirm={deactivate}
      {...{ onClose, onSettled }}
    >
      {slot && (
        <div className="flex flex-col gap-2">
          <p className="font-bold">
            <TimeRange>{formatSlotRange(slot.start_time, slot.end_time)}</TimeRange>
          </p>
          <p>{t('slots.deactivate_lead')}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}
