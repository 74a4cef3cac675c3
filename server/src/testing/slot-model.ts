import type { BookingStatus } from '@kutu/contract/booking-moves'

/** What slots and bookings should be, in the plainest words: a second opinion to hold the server to. */
export type ModelSlot = {
  id: string
  expert: string
  start: number
  end: number
  isEnded: boolean
  held: string | undefined
}
export type ModelBooking = {
  id: string
  slot: ModelSlot
  farmer: string
  status: BookingStatus
  ended: 'rejected' | 'cancelled' | 'expired' | null
  at: number | undefined
}
export type Model = { slots: ModelSlot[]; bookings: ModelBooking[] }

const overlap = (a: { start: number; end: number }, b: { start: number; end: number }) =>
  a.start < b.end && b.start < a.end
const talkOf = ({ at = 0, slot }: ModelBooking) => ({ start: at, end: Math.min(at + 3_600_000, slot.end) })

export function offering(model: Model, expert: string, times: { start: number; end: number }[], now: number) {
  const [first] = times
  if (!first || first.start < now || first.end <= first.start) return 'validation_failed'
  const taken = model.slots.filter(slot => slot.expert === expert && !slot.isEnded)
  const clashes = times.some(
    (time, i) => taken.some(slot => overlap(slot, time)) || times.slice(0, i).some(other => overlap(other, time)),
  )
  return clashes ? 'slot_overlaps' : 201
}

export function booking(slot: ModelSlot, now: number) {
  if (slot.isEnded) return 'slot_inactive'
  if (slot.start <= now) return 'slot_past'
  return slot.held ? 'slot_taken' : 201
}

export function ending(slot: ModelSlot, by: string, now: number) {
  if (slot.expert !== by) return 'not_found'
  if (slot.isEnded || slot.end <= now) return 'slot_inactive'
  return slot.held ? 'slot_booked' : 200
}

export function setting(
  model: Model,
  of: ModelBooking,
  { by, move, at, now }: { by: string; move: 'approve' | 'reschedule'; at: number; now: number },
) {
  if (of.slot.expert !== by) return 'not_found'
  if (of.status !== (move === 'approve' ? 'pending' : 'approved')) return 'already_decided'
  if (of.at !== undefined && of.at <= now) return 'appointment_begun'
  if (at < of.slot.start || at >= of.slot.end || at < now) return 'validation_failed'
  const talk = talkOf({ ...of, at })
  const others = model.bookings.filter(each => each !== of && each.status === 'approved' && each.farmer === of.farmer)
  return others.some(each => overlap(talkOf(each), talk)) ? 'farmer_busy' : 200
}

export function rejecting(of: ModelBooking, by: string) {
  if (of.slot.expert !== by) return 'not_found'
  return of.status === 'pending' ? 200 : 'already_decided'
}

export function withdrawing(of: ModelBooking, by: string) {
  if (of.farmer !== by) return 'not_found'
  return of.status === 'pending' ? 204 : 'already_decided'
}

export function cancelling(of: ModelBooking, by: string, now: number) {
  if (of.farmer !== by && of.slot.expert !== by) return 'not_found'
  if (of.status === 'rejected' || (of.status === 'pending' && of.farmer !== by)) return 'already_decided'
  return of.at !== undefined && of.at <= now ? 'appointment_begun' : 200
}

export function end(of: ModelBooking, ended: ModelBooking['ended']): void {
  of.status = 'rejected'
  of.ended = ended
  of.slot.held = undefined
}

export function settle(model: Model, now: number): void {
  for (const each of model.bookings) if (each.status === 'pending' && each.slot.end <= now) end(each, 'expired')
}
