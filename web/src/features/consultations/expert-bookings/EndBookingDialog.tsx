import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { explainFailure, isStaleBooking, type SelectedAction } from '../shared/booking-state.ts'
import { useAnswerBooking, useCancelAppointment } from '../shared/expert-queries.ts'
import { formatSlotRange } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'

const maxReasonLength = 500

/** Confirms rejecting a booking or canceling an appointment. The farmer is notified and the slot becomes free. */
export function EndBookingDialog({
  selected,
  onClose,
  onSettled,
}: {
  selected: SelectedAction<'reject' | 'cancel'> | undefined
  onClose: () => void
  onSettled: () => void
}) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const answerBooking = useAnswerBooking()
  const cancelAppointment = useCancelAppointment()
  const name = selected?.booking.farmer.username ?? ''
  const isCancellation = selected?.action === 'cancel'

  async function endBooking() {
    if (!selected) return ''
    const { id } = selected.booking
    if (isCancellation) await cancelAppointment.mutateAsync({ id, reason })
    else await answerBooking.mutateAsync({ booking_id: id, action: 'reject', reason })
    return t(isCancellation ? 'bookings.cancelled' : 'bookings.rejected')
  }

  return (
    <ConfirmDialog
      isOpen={selected !== undefined}
      onClose={() => {
        setReason('')
        onClose()
      }}
      title={t(isCancellation ? 'bookings.cancel_title' : 'bookings.reject_title', { name })}
      cancelLabel={t('bookings.keep')}
      confirmLabel={t(isCancellation ? 'bookings.cancel' : 'bookings.reject')}
      onConfirm={endBooking}
      describeFailure={error => ({ message: explainFailure(error), keepsOpen: !isStaleBooking(error) })}
      onSettled={onSettled}
    >
      {selected && (
        <div className="flex flex-col gap-4">
          <p className="font-bold">
            <TimeRange>{formatSlotRange(selected.booking.slot.start_time, selected.booking.slot.end_time)}</TimeRange>
          </p>
          <p>{t('bookings.cancel_lead', { name })}</p>
          <TextArea
            label={t('bookings.say_why')}
            name="reason"
            optional
            rows={2}
            dir="auto"
            maxLength={maxReasonLength}
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}
