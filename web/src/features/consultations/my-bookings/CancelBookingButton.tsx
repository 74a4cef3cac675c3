import type { Booking } from '@kutu/contract/consultations/consultations'
import { CalendarX } from 'lucide-react'
import { useState } from 'react'
import { makeItem } from '../../../api/outbox/outbox-item.ts'
import { sendOrQueue } from '../../../api/outbox/send-outbox.ts'
import { useOutbox } from '../../../api/outbox/use-outbox.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { maxReasonLength } from '../shared/cancel-booking.ts'
import { useCancelBooking } from '../shared/farmer-queries.ts'
import { formatSlotRange, formatSlotTime } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'

/** Cancels a booking after confirmation. An approved appointment can be cancelled with a reason. */
export function CancelBookingButton({ booking, describedBy }: { booking: Booking; describedBy: string }) {
  const { t } = useTranslation()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [reason, setReason] = useState('')
  const { mutateAsync } = useCancelBooking()
  const isWaiting = useOutbox().some(({ kind, data }) => kind === 'cancellation' && data.bookingId === booking.id)
  const { status, slot, selected_date: date } = booking
  async function cancel() {
    const { id, expert } = booking
    const times = { startTime: date ?? slot.start_time, endTime: booking.selected_end ?? slot.end_time }
    const write = makeItem('cancellation', { bookingId: id, expertName: expert.user.username, ...times, reason })
    const result = await sendOrQueue(write, () => mutateAsync({ id, reason }))
    return t(result === 'sent' ? 'my_bookings.cancel_done' : 'outbox.queued')
  }
  if (isWaiting) return <p className="text-muted">{t('my_bookings.cancel_waits')}</p>
  return (
    <>
      <Button
        variant="quiet"
        aria-describedby={describedBy}
        icon={CalendarX}
        onClick={() => setDialogOpen(true)}
        className="-mb-2 -ml-4"
      >
        {t('my_bookings.cancel')}
      </Button>
      <ConfirmDialog
        isOpen={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        title={t('my_bookings.cancel_title')}
        cancelLabel={t('bookings.keep')}
        confirmLabel={t('my_bookings.cancel')}
        onConfirm={cancel}
      >
        <div className="flex flex-col gap-4">
          <p className="font-bold wrap-anywhere">
            {booking.expert.user.username} ·{' '}
            <TimeRange>
              {date === null ? formatSlotRange(slot.start_time, slot.end_time) : formatSlotTime(date)}
            </TimeRange>
          </p>
          <p>{t('my_bookings.cancel_lead')}</p>
          {status === 'approved' && (
            <TextArea
              label={t('my_bookings.cancel_reason')}
              hint={t('my_bookings.cancel_reason_hint')}
              optional
              value={reason}
              onChange={event => setReason(event.target.value)}
              maxLength={maxReasonLength}
              rows={3}
              dir="auto"
            />
          )}
        </div>
      </ConfirmDialog>
    </>
  )
}
