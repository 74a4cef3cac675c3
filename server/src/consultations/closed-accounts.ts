import { sql } from 'kysely'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import type { Side } from './calendar.ts'
import { lockSchedules } from './lock-schedules.ts'
import { tellOfBooking } from './news.ts'

/** Whose account closes, and by whom. */
export type Closing = { user: string; actor: string }
export type Ended = { bookings: number; appointments: number; slots: number }

/**
 * Ends what an account that closes leaves open on either side, and tells both: bookings nobody answered, appointments still
 * to come, slots still to book. An appointment that has begun takes its course.
 * @param close closes the account itself: between the locks, for people are locked after schedules and before slots
 */
export async function closeWithConsultations(
  app: App,
  tx: Tx,
  { user, actor }: Closing,
  close: () => Promise<void>,
): Promise<Ended> {
  await lockSchedules(tx, [user])
  await close()
  const now = app.clock.now()
  const ending = await lockEnding(tx, user, now)
  const slots = await letGo(app, tx, { user, actor }, ending)
  if (ending.length > 0)
    await tx
      .updateTable('bookings')
      .set({
        status: 'rejected',
        ended: 'closed',
        ended_by: sql<Side>`case farmer_id when ${user} then 'farmer' else 'expert' end`,
        ended_at: now,
      })
      .where('id', 'in', idsOf(ending))
      .execute()
  for (const { id, status } of ending) {
    const [before, after] = [{ status }, { status: 'rejected', ended: 'closed' }]
    await audit(app, tx, { actor, action: 'booking.closed', subject: { type: 'booking', id }, before, after })
    await tellOfBooking(app, tx, id, 'closed')
  }
  const appointments = ending.filter(({ status }) => status === 'approved').length
  return { bookings: ending.length - appointments, appointments, slots }
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** What would end if the account closed now. */
export async function countToEnd(app: App, user: string): Promise<Ended> {
  const now = app.clock.now()
  const ending = await endingOf(app.db, user, now).execute()
  const { count } = await openSlots(app.db, user, now)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const appointments = ending.filter(({ status }) => status === 'approved').length
  return { bookings: ending.length - appointments, appointments, slots: Number(count) }
}

const endingOf = (db: App['db'] | Tx, user: string, now: Date) =>
  db
    .selectFrom('bookings')
    .select(['id', 'slot_id', 'status'])
    .where(({ or, eb }) => or([eb('farmer_id', '=', user), eb('expert_id', '=', user)]))
    .where('status', 'in', ['pending', 'approved'])
    .where(({ or, eb }) => or([eb('selected_date', 'is', null), eb('selected_date', '>', now)]))
    .orderBy('id')

const openSlots = (db: App['db'] | Tx, user: string, now: Date) =>
  db
    .selectFrom('availability_slots')
    .where('expert_id', '=', user)
    .where('is_active', '=', true)
    .where('live_booking_id', 'is', null)
    .where('end_time', '>', now)

/** Slots before bookings; looked at again once they are held, since either side may just have moved or ended one. */
async function lockEnding(tx: Tx, user: string, now: Date) {
  const slots = (await endingOf(tx, user, now).execute()).map(({ slot_id }) => slot_id)
  const open = await openSlots(tx, user, now).select('id').execute()
  await sql`
    select from availability_slots where id = any(${[...slots, ...idsOf(open)]}::uuid[]) order by id for update`.execute(
    tx,
  )
  return endingOf(tx, user, now).forUpdate().execute()
}

/** The slots of the bookings are free again, but for those of the one who leaves: they close. Answers how many nobody had booked. */
async function letGo(app: App, tx: Tx, { user, actor }: Closing, ending: readonly { id: string }[]): Promise<number> {
  const now = app.clock.now()
  const open = await openSlots(tx, user, now).select('id').execute()
  if (ending.length > 0)
    await tx
      .updateTable('availability_slots')
      .set({ live_booking_id: null })
      .where('live_booking_id', 'in', idsOf(ending))
      .execute()
  const closed = await tx
    .updateTable('availability_slots')
    .set({ is_active: false, closed_at: now, closed_by: 'account' })
    .where('id', 'in', openSlots(tx, user, now).select('id'))
    .returning('id')
    .execute()
  for (const { id } of closed) {
    const [before, after] = [{ is_active: true }, { is_active: false }]
    await audit(app, tx, { actor, action: 'slot.closed', subject: { type: 'slot', id }, before, after })
  }
  return open.length
}
