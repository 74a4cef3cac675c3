import type { BookingAction } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import { useRef, useState } from 'react'
import { ApiError, getErrorMessage } from '../../../api/errors.ts'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { t } from '../../../i18n/i18n.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { getScheduleBounds } from '../shared/booking-state.ts'
import { useAnswerBooking } from '../shared/expert-queries.ts'
import { toWireTime } from '../time/date-time-input.ts'

/** The booking and the action whose button was clicked. */
export type SelectedAction<Action extends BookingAction> = { booking: Booking; action: Action }
/** The actions that need a time. */
export type ScheduleAction = 'approve' | 'reschedule'

/** Another time within the slot may work. */
const isTimeConflict = (error: unknown): boolean =>
  error instanceof ApiError && (error.is('farmer_busy') || error.is('expert_busy'))

/** Returns true if the booking changed on the server since it was loaded. */
export const isStaleBooking = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 404) && !isTimeConflict(error)

/** Says why an action failed, and that the list has been updated if the booking changed on the server. */
export const explainFailure = (error: unknown): string =>
  isStaleBooking(error) ? `${getErrorMessage(error)} ${t('bookings.renewed')}` : getErrorMessage(error)

/** Approves a booking at the start of its slot, or now if that has begun, and shows a notice with the result. */
export function useApproveBooking() {
  const answerBooking = useAnswerBooking()
  // A second tap can come before the button is rendered as busy.
  const sentIds = useRef(new Set<string>())
  const [busyIds, setBusyIds] = useState<readonly string[]>([])
  return {
    isBusy: ({ id }: Booking) => busyIds.includes(id),
    approve: async (booking: Booking) => {
      if (sentIds.current.has(booking.id)) return
      sentIds.current.add(booking.id)
      setBusyIds([...sentIds.current])
      const { initial } = getScheduleBounds(booking, getServerTime())
      const input = { booking_id: booking.id, action: 'approve', selected_date: toWireTime(initial) } as const
      try {
        await answerBooking.mutateAsync(input)
        showSuccess(t('notice.success'), t('bookings.approved'))
      } catch (error) {
        showError(t('notice.error'), explainFailure(error))
      }
      sentIds.current.delete(booking.id)
      setBusyIds([...sentIds.current])
    },
  }
}

/** Manages the chosen time and its submission. */
export function useScheduleForm({
  booking,
  action,
  onClose,
  onSettled,
}: SelectedAction<ScheduleAction> & { onClose: () => void; onSettled: () => void }) {
  const [bounds] = useState(() => getScheduleBounds(booking, getServerTime()))
  const answerBooking = useAnswerBooking()

  const form = useForm({
    initialValues: { selected_date: bounds.initial },
    errorFields: { farmer_busy: 'selected_date', expert_busy: 'selected_date' },
    toastsFieldErrors: false,
    getMessage: explainFailure,
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
