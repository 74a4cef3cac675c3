import {
  type BookingAction,
  type BookingSide,
  type BookingStatus,
  bookingActions,
} from '@kutu/contract/consultations/booking-actions'
import type { SlotState } from '@kutu/contract/consultations/consultations'
import type { ErrorCode } from '@kutu/contract/errors'
import type { Caller } from '../../platform/http/authorization.ts'
import type { ReminderKind, SlotClosedBy } from './tables.ts'

export const limits = {
  /** Maximum of pending bookings of one farmer. Each holds its slot, so an unlimited number could block all slots. */
  maxPendingBookings: 20,
  /** Maximum of options that a slot filter offers. */
  maxFilterOptions: 100,
  /** Number of free slots on the profile of an expert. */
  maxProfileSlots: 6,
  /** Number of matching experts up to which slots are selected by expert id. */
  maxExpertLookup: 200,
  /** Number of bookings or slots that the expiry job processes in one transaction. */
  expiryBatchSize: 50,
  /** Maximum of free slots that are generated for one expert; later ones follow as days pass. */
  maxGeneratedSlots: 1000,
  /** Number of clashes that a reply lists. */
  maxListedClashes: 20,
  /** Number of experts whose slots one run of the job brings in step. */
  generationBatchSize: 200,
} as const

const hourMs = 3600_000

/**
 * When a reminder is due before an appointment, and how late it may still be sent, in milliseconds. After a longer
 * outage a reminder is skipped, because its wording would be wrong.
 */
export const reminderSchedule = {
  day: { beforeMs: 24 * hourMs, graceMs: 3 * hourMs },
  hour: { beforeMs: hourMs, graceMs: hourMs / 2 },
} as const satisfies Record<ReminderKind, object>

type SlotTimes = { start_time: Date; end_time: Date }
type SlotFields = SlotTimes & { is_active: boolean; is_booked: boolean; closed_by: SlotClosedBy | null }

/** A slot is inactive from its end time on, even before the expiry job has marked it. */
export const isActive = ({ is_active, end_time }: Pick<SlotFields, 'is_active' | 'end_time'>, now: Date): boolean =>
  is_active && end_time > now

/** Closed by a person, as opposed to expired. */
const isClosed = ({ closed_by }: SlotFields) => closed_by !== null && closed_by !== 'time'

export function getSlotState(slot: SlotFields, now: Date): SlotState {
  if (slot.is_booked) return 'booked'
  if (isClosed(slot)) return 'inactive'
  return slot.start_time <= now ? 'past' : 'available'
}

/** Returns the error code if the slot cannot be booked. */
export function checkCanBook(slot: SlotFields, now: Date): ErrorCode | undefined {
  if (isClosed(slot)) return 'slot_inactive'
  if (slot.start_time <= now) return 'slot_past'
  return slot.is_booked ? 'slot_taken' : undefined
}

/** Returns the error code if the expert cannot deactivate the slot. */
export function checkCanDeactivate(slot: SlotFields, now: Date): ErrorCode | undefined {
  if (!isActive(slot, now)) return 'slot_inactive'
  return slot.is_booked ? 'slot_booked' : undefined
}

type BookingFields = { status: BookingStatus; selected_date: Date | null }

/** Returns the error code if the side cannot perform the action on the booking. */
export function checkBookingAction(
  side: BookingSide,
  { status, selected_date }: BookingFields,
  action: BookingAction,
  now: Date,
): ErrorCode | undefined {
  const allowedActions: readonly BookingAction[] = bookingActions[side][status]
  if (!allowedActions.includes(action)) return 'already_decided'
  return selected_date !== null && selected_date <= now ? 'appointment_begun' : undefined
}

export const getCallerSide = (caller: Pick<Caller, 'role'>): BookingSide =>
  caller.role === 'expert' ? 'expert' : 'farmer'

/** Decides whether a user may open the profile of an expert: that of every bookable one, and experts their own. */
export const canViewExpert = (caller: Caller, { id, isBookable }: { id: string; isBookable: boolean }): boolean =>
  isBookable || (caller.id === id && caller.role === 'expert')
