import type { BookingStatus } from '@kutu/contract/consultations/booking-actions'
import type { App } from '../../context.ts'
import type { SlotStatus } from './tables.ts'

/** Counts an expert's slots, in one status or in all, and the active ones among them. */
export async function countSlots(app: App, expertId: string, status?: SlotStatus) {
  // Relies on triggers slots_are_tallied and changed_slots_are_tallied, which keep the table.
  const rows = await app.db
    .selectFrom('slot_tallies')
    .select(['is_active', 'count'])
    .where('expert_id', '=', expertId)
    .$if(status !== undefined, query => query.where('status', '=', status ?? 'available'))
    .execute()
  const sum = (tallies: typeof rows) => tallies.reduce((total, { count }) => total + count, 0)
  return { count: sum(rows), active: sum(rows.filter(row => row.is_active)) }
}

/** Counts a user's bookings by status: a farmer's own, or those of an expert's slots. */
export async function countBookings(app: App, userId: string): Promise<Record<BookingStatus, number>> {
  // Relies on triggers bookings_are_tallied and changed_bookings_are_tallied, which keep the table.
  const rows = await app.db
    .selectFrom('booking_tallies')
    .select(['status', 'count'])
    .where('user_id', '=', userId)
    .execute()
  return {
    pending: 0,
    approved: 0,
    rejected: 0,
    ...Object.fromEntries(rows.map(({ status, count }) => [status, count])),
  }
}

/** Counts the approved bookings of everybody: those of each expert with slots, so the cost grows with the experts only. */
export async function countConfirmedBookings(app: App): Promise<number> {
  // Relies on triggers bookings_are_tallied and slots_are_tallied and on those for changes, which keep the tables.
  const { count } = await app.db
    .selectFrom('booking_tallies')
    .where('user_id', 'in', ({ selectFrom }) => selectFrom('slot_tallies').select('expert_id'))
    .where('status', '=', 'approved')
    .select(({ fn }) => fn.sum<string | null>('count').as('count'))
    .executeTakeFirstOrThrow()
  return Number(count ?? 0)
}
