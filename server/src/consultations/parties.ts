import type { Kysely } from 'kysely'
import { type Reachable, reachableUsers } from '../accounts/users.ts'
import type { App } from '../context.ts'
import type { Database } from '../db/database.ts'
import { type Moment, moment } from '../text/times.ts'
import type { Side } from './calendar.ts'

/** What news of a booking needs to know of it. */
export type Booked = {
  id: string
  farmer: Reachable
  expert: Reachable
  slotStartsAt: Date
  /** The time the expert set; null until then. */
  appointment: { startsAt: Date; endsAt: Date } | null
  endedBy: Side | null
  reason: string | null
}

export const otherSide: Record<Side, Side> = { farmer: 'expert', expert: 'farmer' }

export async function bookedOf(db: Kysely<Database>, id: string): Promise<Booked> {
  const row = await db
    .selectFrom('bookings')
    .select(['farmer_id', 'expert_id', 'slot_start', 'selected_date', 'selected_end', 'ended_by', 'reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const people = await reachableUsers(db, [row.farmer_id, row.expert_id])
  const personOf = (userId: string) => {
    const person = people.find(({ id }) => id === userId)
    if (!person) throw new Error(`user ${userId} of booking ${id} is gone`)
    return person
  }
  const { selected_date: startsAt, selected_end: endsAt } = row
  return {
    id,
    farmer: personOf(row.farmer_id),
    expert: personOf(row.expert_id),
    slotStartsAt: row.slot_start,
    appointment: startsAt && endsAt ? { startsAt, endsAt } : null,
    endedBy: row.ended_by,
    reason: row.reason,
  }
}

/** Each is told the time by their own clock. */
export const timeFor = (app: App, reader: Reachable, at: Date): Moment =>
  moment(at, reader.time_zone ?? app.config.timeZone, app.clock.now())

/** On which side of a booking a user stands; undefined for on none. */
export function sideOf({ farmer, expert }: Booked, userId: string): Side | undefined {
  if (userId === farmer.id) return 'farmer'
  return userId === expert.id ? 'expert' : undefined
}
