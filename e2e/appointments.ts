import { callAs, type Person } from './people.ts'

const day = 24 * 60 * 60_000

/** That many days from now at that hour of Kampala's clock, which is the browser's too. */
export function inDays(days: number, hour: number): Date {
  const date = new Date(Date.now() + days * day).toISOString().slice(0, 10)
  return new Date(`${date}T${String(hour).padStart(2, '0')}:00:00+03:00`)
}

/** An expert's slot of two hours, free. */
export async function offerSlot(expert: Person, start: Date): Promise<{ id: string }> {
  const end = new Date(start.getTime() + 2 * 60 * 60_000)
  const times = { start_time: start.toISOString(), end_time: end.toISOString() }
  return (await callAs(expert, 'POST', '/api/consultations/availability-slots/', times)) as { id: string }
}

export async function bookSlot(farmer: Person, slotId: string): Promise<{ id: string }> {
  return (await callAs(farmer, 'POST', '/api/consultations/consultations/', { slot_id: slotId })) as { id: string }
}

type Answer = { action: 'approve'; selected_date: string } | { action: 'reject'; reason?: string }

/** The expert's word on a booking. */
export const answerBooking = (expert: Person, bookingId: string, answer: Answer): Promise<unknown> =>
  callAs(expert, 'PUT', '/api/consultations/consultations/manage/', { booking_id: bookingId, ...answer })
