import type { BookingAction } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import { useState } from 'react'
import { ApiError, getErrorMessage } from '../../../api/errors.ts'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { useForm } from '../../../ui/form/use-form.ts'
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
  const answerBooking = useAnswerBooking()
  const action = selectedAction === 'reschedule' ? 'reschedule' : 'approve'

  const form = useForm({
    initialValues: { selected_date: bounds.initial },
    errorFields: { farmer_busy: 'selected_date', expert_busy: 'selected_date' },
    toastsFieldErrors: false,
    getMessage: error =>
      isStaleBooking(error) ? `${getErrorMessage(error)} ${t('bookings.renewed')}` : getErrorMessage(error),
    onError: error => isStaleBooking(error) && finish(),
    onSubmit: async ({ selected_date }) => {
      await answerBooking.mutateAsync({ booking_id: booking.id, action, selected_date: toWireTime(selected_date) })
      showSuccess(t('notice.success'), t(action === 'approve' ? 'bookings.approved' : 'bookings.rescheduled'))
      finish()
    },
  })

  function finish() {
    onSettled()
    onClose()
  }

  return { bounds, form }
}
