import type { Booking } from '@kutu/contract/consultations'
import { CalendarX } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { useCancelBooking } from './farmer-queries.ts'
import { moment, span } from './slot-time.ts'
import { Told } from './Told.tsx'

const longestReason = 500

/** Takes a booking back, after one question. Who cancels an appointment can say why. */
export function CancelMyBooking({ booking, describedBy }: { booking: Booking; describedBy: string }) {
  const { t } = useText()
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const { mutateAsync } = useCancelBooking()
  const { status, slot, selected_date: date } = booking
  async function cancel() {
    await mutateAsync({ id: booking.id, reason })
    return t('my_bookings.cancel_done')
  }
  return (
    <>
      <Button
        variant="quiet"
        aria-describedby={describedBy}
        icon={<CalendarX aria-hidden="true" className="size-5 shrink-0" />}
        onClick={() => setAsking(true)}
        className="-mb-2 -ml-4"
      >
        {t('my_bookings.cancel')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('my_bookings.cancel_title')}
        keep={t('my_bookings.keep')}
        confirm={t('my_bookings.cancel')}
        act={cancel}
      >
        <div className="flex flex-col gap-4">
          <p className="font-bold wrap-anywhere">
            {booking.expert.user.username} ·{' '}
            <Told>{date === null ? span(slot.start_time, slot.end_time) : moment(date)}</Told>
          </p>
          <p>{t('my_bookings.cancel_lead')}</p>
          {status === 'approved' && (
            <TextArea
              label={t('my_bookings.cancel_reason')}
              hint={t('my_bookings.cancel_reason_hint')}
              optional
              value={reason}
              onChange={event => setReason(event.target.value)}
              maxLength={longestReason}
              rows={3}
              dir="auto"
            />
          )}
        </div>
      </ConfirmDialog>
    </>
  )
}
