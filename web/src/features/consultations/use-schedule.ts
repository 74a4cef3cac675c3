import { useState } from 'react'
import { currentTime } from '../../api/clock.ts'
import { ApiError, fieldError, messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { scheduleBounds } from './booking-times.ts'
import { wireTime } from './date-time-input.ts'
import { useAnswerBooking } from './expert-queries.ts'
import type { AskedMove } from './ScheduleDialog.tsx'

/** Another time in the slot may do. */
const isAboutTime = (error: unknown): boolean =>
  error instanceof ApiError && (error.is('farmer_busy') || error.is('expert_busy'))

/** The booking is no longer what it was when its button was pressed. */
export const isTooLate = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 404) && !isAboutTime(error)

/** The time being chosen for a booking, and what the server said to it. */
export function useSchedule({
  booking,
  move,
  onClose,
  onDone,
}: AskedMove & { onClose: () => void; onDone: () => void }) {
  const { t } = useText()
  const [bounds] = useState(() => scheduleBounds(booking, currentTime()))
  const [time, setTime] = useState(bounds.initial)
  const answer = useAnswerBooking()

  async function schedule() {
    if (answer.isPending) return
    const action = move === 'reschedule' ? 'reschedule' : 'approve'
    try {
      await answer.mutateAsync({ booking_id: booking.id, action, selected_date: wireTime(time) })
      showSuccess(t('notice.success'), t(action === 'approve' ? 'bookings.approved' : 'bookings.rescheduled'))
    } catch (error) {
      if (!isTooLate(error)) {
        if (!fieldError(error, 'selected_date') && !isAboutTime(error)) showError(t('notice.error'), messageOf(error))
        return
      }
      showError(t('notice.error'), `${messageOf(error)} ${t('bookings.renewed')}`)
    }
    onDone()
    onClose()
  }

  return {
    bounds,
    time,
    choose: (next: string) => {
      if (answer.isError) answer.reset()
      setTime(next)
    },
    problem: isAboutTime(answer.error) ? messageOf(answer.error) : fieldError(answer.error, 'selected_date'),
    isSending: answer.isPending,
    schedule,
  }
}
