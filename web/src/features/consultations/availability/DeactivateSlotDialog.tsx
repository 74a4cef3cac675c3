import type { Slot } from '@kutu/contract/consultations/consultations'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { runForEach } from '../../../ui/feedback/run-for-each.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useDeactivateSlot } from '../shared/expert-queries.ts'
import { formatSlotRange } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'

const maxListedSlots = 5

/**
 * Confirms that slots should be deactivated, which cannot be undone. It says what happens to the bookings of booked
 * ones.
 */
export function DeactivateSlotDialog({
  slots,
  onClose,
  onSettled,
}: {
  /** Empty while the dialog is closed. */
  slots: readonly Slot[]
  onClose: () => void
  onSettled: () => void
}) {
  const { t } = useTranslation()
  const { mutateAsync } = useDeactivateSlot()
  const count = slots.length
  const bookedCount = slots.filter(({ is_booked }) => is_booked).length
  const deactivate = () =>
    runForEach(
      slots,
      ({ id, is_booked }) => mutateAsync({ id, cancel_booking: is_booked }),
      done => (count === 1 ? t('slots.deactivated') : t('slots.deactivated_several', { count: done.length })),
    )
  return (
    <ConfirmDialog
      isOpen={count > 0}
      title={t('slots.deactivate_title', { count })}
      cancelLabel={t('slots.keep', { count })}
      confirmLabel={count > 1 ? t('slots.deactivate_chosen', { count }) : t('slots.deactivate')}
      onConfirm={deactivate}
      {...{ onClose, onSettled }}
    >
      <div className="flex flex-col gap-2">
        <ul className="font-bold">
          {slots.slice(0, maxListedSlots).map(slot => (
            <li key={slot.id}>
              <TimeRange>{formatSlotRange(slot.start_time, slot.end_time)}</TimeRange>
            </li>
          ))}
        </ul>
        {count > maxListedSlots && <p>{t('slots.more', { count: count - maxListedSlots })}</p>}
        {bookedCount > 0 && (
          <p>
            {count === 1 ? t('slots.deactivate_booked') : t('slots.deactivate_booked_several', { count: bookedCount })}
          </p>
        )}
        <p>{t('slots.deactivate_lead', { count })}</p>
      </div>
    </ConfirmDialog>
  )
}
