import type { BookingStatus } from '@kutu/contract/consultations/booking-actions'

/** A minimal model of slots and bookings that the server's replies are compared with. */
export type ModelSlot = {
  id: string
  expert: string
  start: number
  end: number
  isEnded: boolean
  heldBy: string | undefined
}
export type ModelBooking = {
  id: string
  slot: ModelSlot
  farmer: string
  status: BookingStatus
  ended: 'rejected' | 'cancelled' | 'expired' | null
  startsAt: number | undefined
}
export type Model = { slots: ModelSlot[]; bookings: ModelBooking[] }

const overlaps = (a: { start: number; end: number }, b: { start: number; end: number }) =>
  a.start < b.end && b.start < a.end
const appointmentRange = ({ startsAt = 0, slot }: ModelBooking) => ({
  start: startsAt,
  end: Math.min(startsAt + 3_600_000, slot.end),
})

export function expectedOfferResult(model: Model, expert: string, time: { start: number; end: number }, now: number) {
  if (time.start < now || time.end <= time.start) return 'validation_failed'
  const isOverlapping = model.slots.some(slot => slot.expert === expert && !slot.isEnded && overlaps(slot, time))
  return isOverlapping ? 'slot_overlaps' : 201
}

export function expectedBookingResult(slot: ModelSlot, now: number) {
  if (slot.isEnded) return 'slot_inactive'
  if (slot.start <= now) return 'slot_past'
  return slot.heldBy ? 'slot_taken' : 201
}

export function expectedEndSlotResult(slot: ModelSlot, userId: string, now: number) {
  if (slot.expert !== userId) return 'not_found'
  if (slot.isEnded || slot.end <= now) return 'slot_inactive'
  return slot.heldBy ? 'slot_booked' : 200
}

export function expectedScheduleResult(
  model: Model,
  target: ModelBooking,
  {
    userId,
    action,
    startsAt,
    now,
  }: { userId: string; action: 'approve' | 'reschedule'; startsAt: number; now: number },
) {
  if (target.slot.expert !== userId) return 'not_found'
  if (target.status !== (action === 'approve' ? 'pending' : 'approved')) return 'already_decided'
  if (target.startsAt !== undefined && target.startsAt <= now) return 'appointment_begun'
  if (startsAt < target.slot.start || startsAt >= target.slot.end || startsAt < now) return 'validation_failed'
  const range = appointmentRange({ ...target, startsAt })
  const others = model.bookings.filter(
    each => each !== target && each.status === 'approved' && each.farmer === target.farmer,
  )
  return others.some(each => overlaps(appointmentRange(each), range)) ? 'farmer_busy' : 200
}

export function expectedRejectResult(target: ModelBooking, userId: string) {
  if (target.slot.expert !== userId) return 'not_found'
  return target.status === 'pending' ? 200 : 'already_decided'
}

export function expectedWithdrawResult(target: ModelBooking, userId: string) {
  if (target.farmer !== userId) return 'not_found'
  return target.status === 'pending' ? 204 : 'already_decided'
}

export function expectedCancelResult(target: ModelBooking, userId: string, now: number) {
  if (target.farmer !== userId && target.slot.expert !== userId) return 'not_found'
  if (target.status === 'rejected' || (target.status === 'pending' && target.farmer !== userId))
    return 'already_decided'
  return target.startsAt !== undefined && target.startsAt <= now ? 'appointment_begun' : 200
}

export function endBooking(target: ModelBooking, reason: ModelBooking['ended']): void {
  target.status = 'rejected'
  target.ended = reason
  target.slot.heldBy = undefined
}

export function expireBookings(model: Model, now: number): void {
  for (const each of model.bookings) if (each.status === 'pending' && each.slot.end <= now) endBooking(each, 'expired')
}
