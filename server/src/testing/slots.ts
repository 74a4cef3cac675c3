import type { Booking, Slot } from '@kutu/contract/consultations'
import type { Person } from './people.ts'
import type { Answered, World } from './world.ts'

const minute = 60_000
export const hour = 60 * minute

/** So many hours from now, on a full minute: the wire carries seconds, people minutes. */
export const inHours = (w: World, hours: number): Date =>
  new Date(Math.ceil(w.clock.now().getTime() / minute) * minute + hours * hour)

const later = (w: World) => w.clock.advance(1)

export const offer = (w: World, { token }: Person, start_time: unknown, end_time: unknown): Promise<Answered> => {
  later(w)
  return w.call('POST /api/consultations/availability-slots/', { token, body: { start_time, end_time } })
}

let offered = 0
/** A slot of two hours, each a day after the one before, so that none overlap. */
export async function freeSlot(w: World, expert: Person, begin = inHours(w, 24 * ++offered)): Promise<Slot> {
  const end = new Date(begin.getTime() + 2 * hour)
  return made(await offer(w, expert, begin.toISOString(), end.toISOString()), 201)
}

export const book = (w: World, { token }: Person, slotId: string): Promise<Answered> => {
  later(w)
  return w.call('POST /api/consultations/consultations/', { token, body: { slot_id: slotId } })
}

export async function pendingBooking(w: World, farmer: Person, expert: Person, begin?: Date): Promise<Booking> {
  return made(await book(w, farmer, (await freeSlot(w, expert, begin)).id), 201)
}

export const answer = (w: World, { token }: Person, booking_id: string, action: string, more: object = {}) => {
  later(w)
  return w.call('PUT /api/consultations/consultations/manage/', { token, body: { booking_id, action, ...more } })
}

/** Approved for the begin of its slot. */
export async function appointment(w: World, farmer: Person, expert: Person, begin?: Date): Promise<Booking> {
  const { id, slot } = await pendingBooking(w, farmer, expert, begin)
  return made(await answer(w, expert, id, 'approve', { selected_date: slot.start_time }), 200)
}

export const cancel = (w: World, { token }: Person, id: string, reason?: string) => {
  later(w)
  const params = { id }
  return w.call('PUT /api/consultations/consultations/{id}/cancel/', { token, params, body: reason ? { reason } : {} })
}

export const withdraw = (w: World, { token }: Person, id: string) => {
  later(w)
  return w.call('DELETE /api/consultations/consultations/{id}/', { token, params: { id } })
}

export const endSlot = (w: World, { token }: Person, id: string) => {
  later(w)
  return w.call('PUT /api/consultations/availability-slots/end/{id}/', { token, params: { id } })
}

export const seeSlot = (w: World, { token }: Person, id: string) =>
  w.call('GET /api/consultations/availability-slots/{id}/', { token, params: { id } })

export const seeBooking = (w: World, { token }: Person, id: string) =>
  w.call('GET /api/consultations/consultations/{id}/', { token, params: { id } })

function made({ status, body }: Answered, wanted: number) {
  if (status !== wanted) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}
