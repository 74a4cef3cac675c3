import type { BookingAction } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import { useState } from 'react'
import { ApiError, getErrorMessage, getFieldError } from '../../../api/errors.ts'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { getScheduleBounds } from '../shared/booking-state.ts'
import { useAnswerBooking } from '../shared/expert-queries.ts'
import { toWireTime } from '../time/date-time-input.ts'

/** The booking and the action whose button was clicked. */
export type SelectedAction = { booking: Booking; action: BookingAction }

/** Another time within the slot may work. */
const isTimeConflict = (error: unknown): boolean =>
  error instanceof ApiError && (error.is('farmer_busy') || error.is('expert_busy'))

/** Returns true if the booking changed on the server since it was loaded. */
export const isStaleBooking = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 404) && !isTimeConflict(error)

/** Manages the chosen time and its submission. */
export function useScheduleForm({
  booking,
  action: selectedAction,
  onClose,
  onSettled,
}: SelectedAction & { onClose: () => void; onSettled: () => void }) {
  const { t } = useTranslation()
  const [bounds] = useState(() => getScheduleBounds(booking, getServerTime()))
  const [time, setTime] = useState(bounds.initial)
  const answerBooking = useAnswerBooking()

  async function schedule() {
    if (answerBooking.isPending) return
    const action = selectedAction === 'reschedule' ? 'reschedule' : 'approve'
    try {
      await answerBooking.mutateAsync({ booking_id: booking.id, action, selected_date: toWireTime(time) })
      showSuccess(t('notice.success'), t(action === 'approve' ? 'bookings.approved' : 'bookings.rescheduled'))
    } catch (error) {
      if (!isStaleBooking(error)) {
        if (!getFieldError(error, 'selected_date') && !isTimeConflict(error))
          showError(t('notice.error'), getErrorMessage(error))
        return
      }
      showError(t('notice.error'), `${getErrorMessage(error)} ${t('bookings.renewed')}`)
    }
    onSettled()
    onClose()
  }

  return {
    bounds,
    time,
    changeTime: (next: string) => {
      if (answerBooking.isError) answerBooking.reset()
      setTime(next)
    },
    error: isTimeConflict(answerBooking.error)
      ? getErrorMessage(answerBooking.error)
      : getFieldError(answerBooking.error, 'selected_date'),
    isSending: answerBooking.isPending,
    schedule,
  }
}
