import type { BookingSide } from '@kutu/contract/consultations/booking-actions'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { audit } from '../../platform/db/audit.ts'
import { countUpTo } from '../../platform/db/count-up-to.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { notifiedColumns, notifyBookingEvent } from './notifications/booking-notifications.ts'
import { lockSchedules } from './schedules.ts'

/** The account to close, and the user who closes it. */
export type AccountClosure = { userId: string; actor: string }
export type EndedConsultations = { bookings: number; appointments: number; slots: number }

/**
 * Closes an account and ends what it has open as farmer or expert: pending bookings, future appointments and bookable
 * slots. Both sides are notified. Appointments that have begun stay.
 * @param close closes the account itself. It runs between the locks, because the lock order is schedules, users, slots.
 */
export async function closeAccountWithConsultations(
  app: App,
  tx: Tx,
  { userId, actor }: AccountClosure,
  close: () => Promise<void>,
): Promise<EndedConsultations> {
  await lockSchedules(tx, [userId])
  // Relies on constraint trigger users_closed_have_nothing_open, which checks at commit that nothing stayed open.
  await close()
  const now = app.clock.now()
  const openBookings = await lockOpenBookings(tx, userId, now)
  const slots = await releaseSlots(app, tx, { userId, actor }, openBookings)
  const closedBookings = await tx
    .updateTable('bookings')
    .set({
      status: 'rejected',
      ended: 'closed',
      ended_by: sql<BookingSide>`case farmer_id when ${userId} then 'farmer' else 'expert' end`,
      ended_at: now,
    })
    .where('id', '=', sql<string>`any(${getIds(openBookings)}::uuid[])`)
    .returning(notifiedColumns)
    .execute()
  const statusById = new Map(openBookings.map(({ id, status }) => [id, status]))
  for (const booking of closedBookings) {
    const { id } = booking
    const [before, after] = [{ status: statusById.get(id) }, { status: 'rejected', ended: 'closed' }]
    await audit(app, tx, { actor, action: 'booking.closed', subject: { type: 'booking', id }, before, after })
    await notifyBookingEvent(app, tx, booking, 'closed')
  }
  const appointments = openBookings.filter(({ status }) => status === 'approved').length
  return { bookings: openBookings.length - appointments, appointments, slots }
}

const getIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Returns what would end if the account were closed now. */
export async function countOpenConsultations(app: App, userId: string): Promise<EndedConsultations> {
  const now = app.clock.now()
  const openBookings = await selectOpenBookings(app.db, userId, now).execute()
  const slots = await countUpTo(app.db, selectOpenSlots(app.db, userId, now))
  const appointments = openBookings.filter(({ status }) => status === 'approved').length
  return { bookings: openBookings.length - appointments, appointments, slots }
}

const selectOpenBookings = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('bookings')
    .select(['id', 'slot_id', 'status'])
    .where(({ or, eb }) => or([eb('farmer_id', '=', userId), eb('expert_id', '=', userId)]))
    .where('status', 'in', ['pending', 'approved'])
    .where(({ or, eb }) => or([eb('selected_date', 'is', null), eb('selected_date', '>', now)]))
    .orderBy('id')

const selectOpenSlots = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('availability_slots')
    .where('expert_id', '=', userId)
    .where('is_active', '=', true)
    .where('live_booking_id', 'is', null)
    .where('end_time', '>', now)

/** Locks slots before bookings, then reads the bookings again, because either side may have changed them meanwhile. */
async function lockOpenBookings(tx: Tx, userId: string, now: Date) {
  const slots = (await selectOpenBookings(tx, userId, now).execute()).map(({ slot_id }) => slot_id)
  const freeSlots = await selectOpenSlots(tx, userId, now).select('id').execute()
  await sql`
    select from availability_slots where id = any(${[...slots, ...getIds(freeSlots)]}::uuid[]) order by id for update`.execute(
    tx,
  )
  return selectOpenBookings(tx, userId, now).forUpdate().execute()
}

/**
 * Releases the slots of the bookings and closes the slots of the account itself.
 * @returns the number of closed slots that were not booked
 */
async function releaseSlots(
  app: App,
  tx: Tx,
  { userId, actor }: AccountClosure,
  openBookings: readonly { id: string }[],
): Promise<number> {
  const now = app.clock.now()
  const freeSlots = await selectOpenSlots(tx, userId, now).select('id').execute()
  if (openBookings.length > 0)
    await tx
      .updateTable('availability_slots')
      .set({ live_booking_id: null })
      .where('live_booking_id', 'in', getIds(openBookings))
      .execute()
  const closedSlots = await tx
    .updateTable('availability_slots')
    .set({ is_active: false, closed_at: now, closed_by: 'account' })
    .where('id', 'in', selectOpenSlots(tx, userId, now).select('id'))
    .returning('id')
    .execute()
  for (const { id } of closedSlots) {
    const [before, after] = [{ is_active: true }, { is_active: false }]
    await audit(app, tx, { actor, action: 'slot.closed', subject: { type: 'slot', id }, before, after })
  }
  return freeSlots.length
}
