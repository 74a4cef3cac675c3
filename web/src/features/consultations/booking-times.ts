import { appointmentMinutes, type BookingMove, bookingMoves } from '@kutu/contract/booking-moves'
import type { Booking } from '@kutu/contract/consultations'
import { wallOf } from './date-time-input.ts'
import { readerZone } from './slot-time.ts'

const minute = 60_000
const fiveMinutes = 5 * minute

export type BookingState = Booking['status'] | 'cancelled' | 'expired' | 'closed'

/** What became of a booking, with the word for it. */
export const stateOf = ({ status, ended }: Booking): BookingState =>
  status === 'rejected' ? (ended ?? 'rejected') : status

export const hasBegun = ({ selected_date }: Booking, now: Date): boolean =>
  selected_date !== null && new Date(selected_date) <= now

/** What an expert can still do with a booking: nothing with an appointment that has begun. */
export function movesOf(booking: Booking, now: Date): readonly BookingMove[] {
  return hasBegun(booking, now) ? [] : bookingMoves.expert[booking.status]
}

/** What the date-time input of an appointment allows and begins with, as it holds it. */
export type ScheduleBounds = { min: string; max: string; initial: string; step: number }

/**
 * Within the slot and not past. Begins with the time that was set before, else with the slot's start; once that has
 * passed, with the next five minutes that are left.
 */
export function scheduleBounds(
  { slot, selected_date }: Pick<Booking, 'slot' | 'selected_date'>,
  now: Date,
  timeZone = readerZone(),
): ScheduleBounds {
  const [start, end] = [Date.parse(slot.start_time), Date.parse(slot.end_time)]
  const next = Math.ceil(now.getTime() / fiveMinutes) * fiveMinutes
  const earliest = Math.max(start, next < end ? next : start)
  const set = selected_date === null ? earliest : Date.parse(selected_date)
  // Without whole minutes an input that steps by them would refuse the slot's own start.
  const step = start % minute === 0 && set % minute === 0 ? 60 : 1
  return {
    min: wallOf(earliest, timeZone),
    max: wallOf(end - step * 1000, timeZone),
    initial: wallOf(set, timeZone),
    step,
  }
}

/** By when a talk is over at the latest: an hour on, or with its slot. */
export const talkEnd = (start: Date, slot: Booking['slot']): Date =>
  new Date(Math.min(start.getTime() + appointmentMinutes * minute, Date.parse(slot.end_time)))
