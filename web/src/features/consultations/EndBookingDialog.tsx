import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { useAnswerBooking, useCancelAppointment } from './expert-queries.ts'
import type { AskedMove } from './ScheduleDialog.tsx'
import { span } from './slot-time.ts'
import { Told } from './Told.tsx'
import { isTooLate } from './use-schedule.ts'

const longestReason = 500

/** Asks before a booking is turned down or an appointment cancelled: the farmer is told, and the slot is free again. */
export function EndBookingDialog({
  asked,
  onClose,
  onDone,
}: {
  asked: AskedMove | undefined
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useText()
  const [reason, setReason] = useState('')
  const answer = useAnswerBooking()
  const cancel = useCancelAppointment()
  const name = asked?.booking.farmer.username ?? ''
  const isCancelled = asked?.move === 'cancel'

  async function end() {
    if (!asked) return ''
    const { id } = asked.booking
    if (isCancelled) await cancel.mutateAsync({ id, reason })
    else await answer.mutateAsync({ booking_id: id, action: 'reject', reason })
    return t(isCancelled ? 'bookings.cancelled' : 'bookings.rejected')
  }

  return (
    <ConfirmDialog
      isOpen={asked !== undefined}
      onClose={() => {
        setReason('')
        onClose()
      }}
      title={t(isCancelled ? 'bookings.cancel_title' : 'bookings.reject_title', { name })}
      keep={t('bookings.keep')}
      confirm={t(isCancelled ? 'bookings.cancel' : 'bookings.reject')}
      act={end}
      refused={error =>
        isTooLate(error)
          ? { message: `${messageOf(error)} ${t('bookings.renewed')}`, stays: false }
          : { message: messageOf(error), stays: true }
      }
      onDone={onDone}
    >
      {asked && (
        <div className="flex flex-col gap-4">
          <p className="font-bold">
            <Told>{span(asked.booking.slot.start_time, asked.booking.slot.end_time)}</Told>
          </p>
          <p>{t('bookings.cancel_lead', { name })}</p>
          <TextArea
            label={t('bookings.say_why')}
            name="reason"
            optional
            rows={2}
            dir="auto"
            maxLength={longestReason}
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}
