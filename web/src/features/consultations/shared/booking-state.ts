import { type BookingAction, bookingActions, maxAppointmentMinutes } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import { toLocalDateTime } from '../time/date-time-input.ts'
import { getUserTimeZone } from '../time/format-slot-time.ts'

const msPerMinute = 60_000
const msPerFiveMinutes = 5 * msPerMinute

export type BookingState = Booking['status'] | 'cancelled' | 'expired' | 'closed'

/** What became of a booking, with the word for it. */
export const getBookingState = ({ status, ended }: Booking): BookingState =>
  status === 'rejected' ? (ended ?? 'rejected') : status

export const hasBegun = ({ selected_date }: Booking, now: Date): boolean =>
  selected_date !== null && new Date(selected_date) <= now

/** What an expert can still do with a booking: nothing with an appointment that has begun. */
export function getExpertActions(booking: Booking, now: Date): readonly BookingAction[] {
  return hasBegun(booking, now) ? [] : bookingActions.expert[booking.status]
}

/** What the date-time input of an appointment allows and begins with, as it holds it. */
export type ScheduleBounds = { min: string; max: string; initial: string; step: number }

/**
 * Within the slot and not past. Begins with the time that was set before, else with the slot's start; once that has
 * passed, with the next five minutes that are left.
 */
export function getScheduleBounds(
  { slot, selected_date }: Pick<Booking, 'slot' | 'selected_date'>,
  now: Date,
  timeZone = getUserTimeZone(),
): ScheduleBounds {
  const [start, end] = [Date.parse(slot.start_time), Date.parse(slot.end_time)]
  const nextFiveMinutes = Math.ceil(now.getTime() / msPerFiveMinutes) * msPerFiveMinutes
  const earliest = Math.max(start, nextFiveMinutes < end ? nextFiveMinutes : start)
  const initialTime = selected_date === null ? earliest : Date.parse(selected_date)
  // Without whole minutes an input that steps by them would refuse the slot's own start.
  const step = start % msPerMinute === 0 && initialTime % msPerMinute === 0 ? 60 : 1
  return {
    min: toLocalDateTime(earliest, timeZone),
    max: toLocalDateTime(end - step * 1000, timeZone),
    initial: toLocalDateTime(initialTime, timeZone),
    step,
  }
}

/** By when a talk is over at the latest: an hour on, or with its slot. */
export const getAppointmentEnd = (start: Date, slot: Booking['slot']): Date =>
  new Date(Math.min(start.getTime() + maxAppointmentMinutes * msPerMinute, Date.parse(slot.end_time)))
