import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { notifiedColumns, notifyBookingEvent } from '../notifications/booking-notifications.ts'
import { limits } from '../policy.ts'

const batchSize = limits.expiryBatchSize

/**
 * Job, every minute: expires bookings that were not answered before the end of their slot, and deactivates past slots.
 */
export async function expireSlots(app: App): Promise<void> {
  while ((await withTransaction(app, tx => expirePendingBookings(app, tx))) === batchSize);
  while ((await withTransaction(app, tx => closePastSlots(app, tx))) === batchSize);
}

/**
 * Locks slots before bookings, in the same order as every other transaction. Workers that run at the same time process
 * different slots; a locked slot is left for the next run.
 */
async function expirePendingBookings(app: App, tx: Tx): Promise<number> {
  const now = app.clock.now()
  const { rows: heldSlots } = await sql<{ booking_id: string }>`
    select s.live_booking_id as booking_id from availability_slots s
    where s.id in (
      select slot_id from bookings where status = 'pending' and slot_end <= ${now} order by slot_end limit ${sql.lit(batchSize)}
    ) and s.live_booking_id is not null
    for update skip locked`.execute(tx)
  if (heldSlots.length === 0) return 0
  const heldIds = heldSlots.map(({ booking_id }) => booking_id)
  const pending = await tx
    .selectFrom('bookings')
    .select('id')
    .where('id', 'in', heldIds)
    .where('status', '=', 'pending')
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = pending.map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx
    .updateTable('availability_slots')
    .set({ live_booking_id: null })
    .where('live_booking_id', 'in', ids)
    .execute()
  const expired = await tx
    .updateTable('bookings')
    .set({ status: 'rejected', ended: 'expired', ended_at: now })
    .where('id', 'in', ids)
    .returning(notifiedColumns)
    .execute()
  for (const booking of expired) {
    const { id } = booking
    const [before, after] = [{ status: 'pending' }, { status: 'rejected', ended: 'expired' }]
    await audit(app, tx, { actor: null, action: 'booking.expired', subject: { type: 'booking', id }, before, after })
    await notifyBookingEvent(app, tx, booking, 'expired')
  }
  return heldSlots.length
}

async function closePastSlots(app: App, tx: Tx): Promise<number> {
  const now = app.clock.now()
  const { rows } = await sql`
    update availability_slots set is_active = false, closed_at = ${now}, closed_by = 'time' where id in (
      select id from availability_slots where is_active and end_time <= ${now}
      order by end_time limit ${sql.lit(batchSize)} for update skip locked
    ) returning id`.execute(tx)
  return rows.length
}
