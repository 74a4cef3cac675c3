import { type BookingAction, bookingActions } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import { ApiError, getErrorMessage } from '../../../api/errors.ts'
import { t } from '../../../i18n/i18n.ts'
import { toLocalDateTime } from '../time/date-time-input.ts'
import { getUserTimeZone } from '../time/format-slot-time.ts'

const msPerMinute = 60_000

export const hasBegun = ({ selected_date }: Booking, now: Date): boolean =>
  selected_date !== null && new Date(selected_date) <= now

/** Returns true once nothing can change a booking any more: it no longer holds its slot, or its time has passed. */
export const isOver = ({ status, selected_end, slot }: Booking, now: Date): boolean =>
  status === 'rejected' || new Date(selected_end ?? slot.end_time) <= now

/** Returns the actions open to the expert; none once the appointment has begun or the slot has passed. */
export function getExpertActions(booking: Booking, now: Date): readonly BookingAction[] {
  return hasBegun(booking, now) || isOver(booking, now) ? [] : bookingActions.expert[booking.status]
}

/** Limits and initial value of the appointment's date-time input, as local date-times; `step` is in seconds. */
export type ScheduleBounds = { min: string; max: string; initial: string; step: number }

/**
 * Returns the allowed range for an appointment within its slot, not in the past. The initial value is the time already
 * set, else the slot's start, else the next full five minutes that are ahead by ten seconds at least; at the end of the slot the
 * next full minute or ten seconds.
 */
export function getScheduleBounds(
  { slot, selected_date }: Pick<Booking, 'slot' | 'selected_date'>,
  now: Date,
  timeZone = getUserTimeZone(),
): ScheduleBounds {
  const [start, end] = [Date.parse(slot.start_time), Date.parse(slot.end_time)]
  const soonest = now.getTime() + 10_000
  const nextTimes = [5 * msPerMinute, msPerMinute, 10_000].map(unit => Math.ceil(soonest / unit) * unit)
  const earliest = Math.max(start, nextTimes.find(time => time < end) ?? start)
  const initialTime = selected_date === null ? earliest : Date.parse(selected_date)
  // A step of whole minutes would make the browser reject a slot that starts within a minute.
  const step = start % msPerMinute === 0 && initialTime % msPerMinute === 0 ? 60 : 1
  return {
    min: toLocalDateTime(earliest, timeZone),
    max: toLocalDateTime(end - step * 1000, timeZone),
    initial: toLocalDateTime(initialTime, timeZone),
    step,
  }
}

/** The booking and the action whose button was clicked. */
export type SelectedAction<Action extends BookingAction> = { booking: Booking; action: Action }
/** Another time within the slot may work. */
const isTimeConflict = (error: unknown): boolean =>
  error instanceof ApiError && (error.is('farmer_busy') || error.is('expert_busy'))

/** Returns true if the booking changed on the server since it was loaded. */
export const isStaleBooking = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 404) && !isTimeConflict(error)

/** Says why an action failed, and that the list has been updated if the booking changed on the server. */
export const explainFailure = (error: unknown): string =>
  isStaleBooking(error) ? `${getErrorMessage(error)} ${t('bookings.renewed')}` : getErrorMessage(error)
