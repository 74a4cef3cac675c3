import { getAppointmentEnd } from '@kutu/contract/consultations/booking-actions'
import { useId, useState } from 'react'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { t } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { autoFocusRef } from '../../../ui/overlay/auto-focus.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { explainFailure, getScheduleBounds, isStaleBooking, type SelectedAction } from '../shared/booking-state.ts'
import { useAnswerBooking } from '../shared/expert-queries.ts'
import { toInstant, toWireTime } from '../time/date-time-input.ts'
import { formatSlotRange, keepZoneWithTime } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'

/** The actions that need a time. */
export type ScheduleAction = 'approve' | 'reschedule'
type DialogCallbacks = { onClose: () => void; onSettled: () => void }

/** Chooses the appointment time within the slot, to approve a booking or to reschedule it. */
export function ScheduleDialog({
  selected,
  ...callbacks
}: { selected: SelectedAction<ScheduleAction> | undefined } & DialogCallbacks) {
  const { t } = useTranslation()
  const name = selected?.booking.farmer.username ?? ''
  const isReschedule = selected?.action === 'reschedule'
  return (
    <Dialog
      isOpen={selected !== undefined}
      onClose={callbacks.onClose}
      title={t(isReschedule ? 'bookings.reschedule_title' : 'bookings.approve_title', { name })}
    >
      {selected && <ScheduleForm {...selected} {...callbacks} />}
    </Dialog>
  )
}

function ScheduleForm({ booking, action, ...callbacks }: SelectedAction<ScheduleAction> & DialogCallbacks) {
  const { t } = useTranslation()
  const hintId = useId()
  const { bounds, form } = useScheduleForm({ booking, action, ...callbacks })
  const { ref, ...field } = form.text('selected_date')
  const start = toInstant(field.value)
  const { slot, farmer } = booking

  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <p className="text-muted">{t('bookings.schedule_lead', { name: farmer.username })}</p>
      <p>
        {t('bookings.slot')}:{' '}
        <strong>
          <TimeRange>{formatSlotRange(slot.start_time, slot.end_time)}</TimeRange>
        </strong>
      </p>
      <TextField
        {...field}
        type="datetime-local"
        label={t('bookings.scheduled')}
        ref={input => {
          ref(input)
          autoFocusRef(input)
        }}
        min={bounds.min}
        max={bounds.max}
        step={bounds.step}
      />
      <div id={hintId} aria-live="polite">
        {start && start < new Date(slot.end_time) && (
          <p>
            {t('bookings.talk', {
              when: keepZoneWithTime(formatSlotRange(start, getAppointmentEnd(start, new Date(slot.end_time)))),
            })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
        <Button variant="secondary" onClick={callbacks.onClose}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" busy={form.isSubmitting}>
          {t('bookings.schedule')}
        </Button>
      </div>
    </form>
  )
}

/** Manages the chosen time and its submission. */
function useScheduleForm({ booking, action, onClose, onSettled }: SelectedAction<ScheduleAction> & DialogCallbacks) {
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
      showSuccess(t(action === 'approve' ? 'bookings.approved' : 'bookings.rescheduled'))
      finish()
    },
  })

  function finish() {
    onSettled()
    onClose()
  }

  return { bounds, form }
}
