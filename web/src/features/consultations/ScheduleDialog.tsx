import type { BookingMove } from '@kutu/contract/booking-moves'
import type { Booking } from '@kutu/contract/consultations'
import { type FormEvent, useId } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { TextField } from '../../ui/TextField.tsx'
import { talkEnd } from './booking-times.ts'
import { instantOf, isFarFromEast } from './date-time-input.ts'
import { span, unbroken } from './slot-time.ts'
import { Told } from './Told.tsx'
import { useSchedule } from './use-schedule.ts'

export type AskedMove = { booking: Booking; move: BookingMove }
type Ends = { onClose: () => void; onDone: () => void }

/** Asks for the time of the talk, within the slot: to approve a booking, or to move an appointment. */
export function ScheduleDialog({ asked, ...ends }: { asked: AskedMove | undefined } & Ends) {
  const { t } = useText()
  const name = asked?.booking.farmer.username ?? ''
  const isMoved = asked?.move === 'reschedule'
  return (
    <Dialog
      isOpen={asked !== undefined}
      onClose={ends.onClose}
      title={t(isMoved ? 'bookings.reschedule_title' : 'bookings.approve_title', { name })}
    >
      {asked && <ScheduleForm {...asked} {...ends} />}
    </Dialog>
  )
}

const east = 'Africa/Nairobi'

function ScheduleForm({ booking, move, ...ends }: AskedMove & Ends) {
  const { t } = useText()
  const hintId = useId()
  const { bounds, time, choose, problem, isSending, schedule } = useSchedule({ booking, move, ...ends })
  const start = instantOf(time)
  const { slot, farmer } = booking

  function send(event: FormEvent) {
    event.preventDefault()
    void schedule()
  }

  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <p className="text-muted">{t('bookings.schedule_lead', { name: farmer.username })}</p>
      <p>
        {t('bookings.slot')}:{' '}
        <strong>
          <Told>{span(slot.start_time, slot.end_time)}</Told>
        </strong>
      </p>
      <TextField
        type="datetime-local"
        name="selected_date"
        label={t('bookings.scheduled')}
        ref={firstFocus}
        min={bounds.min}
        max={bounds.max}
        step={bounds.step}
        value={time}
        onChange={event => choose(event.target.value)}
        error={problem}
      />
      <div id={hintId} aria-live="polite">
        {start && start < new Date(slot.end_time) && (
          <>
            <p>{t('bookings.talk', { when: unbroken(span(start, talkEnd(start, slot))) })}</p>
            {isFarFromEast(start) && (
              <p className="text-muted">
                {t('bookings.talk_in_east', { when: unbroken(span(start, talkEnd(start, slot), east)) })}
              </p>
            )}
          </>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
        <Button variant="secondary" onClick={ends.onClose}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" busy={isSending}>
          {t('bookings.schedule')}
        </Button>
      </div>
    </form>
  )
}
