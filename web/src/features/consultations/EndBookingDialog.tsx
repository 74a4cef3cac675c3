import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { useAnswerBooking, useCancelAppointment } from './expert-queries.ts'
import type { AskedMove } from './ScheduleDialog.tsx'
import { span } from './slot-time.ts'
import { Told } from './Told.tsx'
import { isTooLate } from './use-schedule.ts'

type Ends = { onClose: () => void; onDone: () => void }
const longestReason = 500

/** Asks before a booking is turned down or an appointment cancelled: the farmer is told, and the slot is free again. */
export function EndBookingDialog({ asked, ...ends }: { asked: AskedMove | undefined } & Ends) {
  const { t } = useText()
  const name = asked?.booking.farmer.username ?? ''
  const title = t(asked?.move === 'cancel' ? 'bookings.cancel_title' : 'bookings.reject_title', { name })
  return (
    <Dialog isOpen={asked !== undefined} onClose={ends.onClose} title={title}>
      {asked && <EndBooking {...asked} {...ends} />}
    </Dialog>
  )
}

function EndBooking({ booking, move, onClose, onDone }: AskedMove & Ends) {
  const { t } = useText()
  const [reason, setReason] = useState('')
  const answer = useAnswerBooking()
  const cancel = useCancelAppointment()
  const { id, slot, farmer } = booking
  const isCancelled = move === 'cancel'

  async function end() {
    try {
      if (isCancelled) await cancel.mutateAsync({ id, reason })
      else await answer.mutateAsync({ booking_id: id, action: 'reject', reason })
      showSuccess(t('notice.success'), t(isCancelled ? 'bookings.cancelled' : 'bookings.rejected'))
    } catch (error) {
      const isOver = isTooLate(error)
      showError(t('notice.error'), isOver ? `${messageOf(error)} ${t('bookings.renewed')}` : messageOf(error))
      if (!isOver) return
    }
    onDone()
    onClose()
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="font-bold">
        <Told>{span(slot.start_time, slot.end_time)}</Told>
      </p>
      <p>{t('bookings.cancel_lead', { name: farmer.username })}</p>
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
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('bookings.keep')}
        </Button>
        <Button variant="danger" busy={answer.isPending || cancel.isPending} onClick={() => void end()}>
          {t(isCancelled ? 'bookings.cancel' : 'bookings.reject')}
        </Button>
      </div>
    </div>
  )
}
