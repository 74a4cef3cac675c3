import { requestAs, type TestAccount } from './accounts.ts'

const msPerDay = 24 * 60 * 60_000

/** Returns the instant `days` days from now at that hour in Kampala, the browser's time zone. */
export function daysFromNow(days: number, hour: number): Date {
  const date = new Date(Date.now() + days * msPerDay).toISOString().slice(0, 10)
  return new Date(`${date}T${String(hour).padStart(2, '0')}:00:00+03:00`)
}

/** Creates a free slot of two hours. */
export async function createSlot(expert: TestAccount, start: Date): Promise<{ id: string }> {
  const end = new Date(start.getTime() + 2 * 60 * 60_000)
  const times = { start_time: start.toISOString(), end_time: end.toISOString() }
  return (await requestAs(expert, 'POST', '/api/consultations/availability-slots/', times)) as { id: string }
}

export async function bookSlot(farmer: TestAccount, slotId: string): Promise<{ id: string }> {
  return (await requestAs(farmer, 'POST', '/api/consultations/consultations/', { slot_id: slotId })) as { id: string }
}

type BookingDecision = { action: 'approve'; selected_date: string } | { action: 'reject'; reason?: string }

/** Approves or rejects a booking as the expert. */
export const answerBooking = (expert: TestAccount, bookingId: string, decision: BookingDecision): Promise<unknown> =>
  requestAs(expert, 'PUT', '/api/consultations/consultations/manage/', { booking_id: bookingId, ...decision })
