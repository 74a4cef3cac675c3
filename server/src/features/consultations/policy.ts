import {
  type BookingAction,
  type BookingStatus,
  bookingActions,
  maxAppointmentMinutes,
} from '@kutu/contract/consultations/booking-actions'
import type { SlotState } from '@kutu/contract/consultations/consultations'
import type { ErrorCode } from '@kutu/contract/errors'
import type { Caller } from '../../platform/http/authorization.ts'
import type { SlotClosedBy } from './tables.ts'

export const limits = {
  /** Of one farmer: each holds its slot until it is answered, and who had hundreds would leave none to others. */
  maxPendingBookings: 20,
  /** What the filters offer to choose from. */
  maxFilterOptions: 100,
  /** Up to so many experts who fit a filter their slots are looked up by expert. */
  maxExpertLookup: 200,
  /** How many bookings or slots a job settles at once. */
  expiryBatchSize: 50,
} as const

type SlotTimes = { start_time: Date; end_time: Date }
type SlotFields = SlotTimes & { is_active: boolean; is_booked: boolean; closed_by: SlotClosedBy | null }

/** Over when its time is over, also before the job has noted so. */
export const isActive = ({ is_active, end_time }: Pick<SlotFields, 'is_active' | 'end_time'>, now: Date): boolean =>
  is_active && end_time > now

/** By somebody, rather than over. */
const isClosed = ({ closed_by }: SlotFields) => closed_by !== null && closed_by !== 'time'

export function getSlotState(slot: SlotFields, now: Date): SlotState {
  if (slot.is_booked) return 'booked'
  if (isClosed(slot)) return 'inactive'
  return slot.start_time <= now ? 'past' : 'available'
}

/** Why a slot cannot be booked; undefined when it can. */
export function checkCanBook(slot: SlotFields, now: Date): ErrorCode | undefined {
  if (isClosed(slot)) return 'slot_inactive'
  if (slot.start_time <= now) return 'slot_past'
  return slot.is_booked ? 'slot_taken' : undefined
}

/** Why an expert cannot deactivate a slot; undefined when that is possible. */
export function checkCanDeactivate(slot: SlotFields, now: Date): ErrorCode | undefined {
  if (!isActive(slot, now)) return 'slot_inactive'
  return slot.is_booked ? 'slot_booked' : undefined
}

type BookingFields = { status: BookingStatus; selected_date: Date | null }

/** Why one of the two cannot make a move; undefined when it may be made. */
export function checkBookingAction(
  role: 'farmer' | 'expert',
  { status, selected_date }: BookingFields,
  action: BookingAction,
  now: Date,
): ErrorCode | undefined {
  const allowedActions: readonly BookingAction[] = bookingActions[role][status]
  if (!allowedActions.includes(action)) return 'already_decided'
  return selected_date !== null && selected_date <= now ? 'appointment_begun' : undefined
}

/** A talk lasts an hour, or until its slot ends. */
export const getAppointmentEnd = (start: Date, slotEnd: Date): Date =>
  new Date(Math.min(start.getTime() + maxAppointmentMinutes * 60_000, slotEnd.getTime()))

export const getCallerSide = (caller: Caller): 'farmer' | 'expert' => (caller.role === 'expert' ? 'expert' : 'farmer')
