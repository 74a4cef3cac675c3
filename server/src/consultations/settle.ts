import { sql } from 'kysely'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { tellOfBooking } from './news.ts'
import { limits } from './policy.ts'

const atOnce = limits.settledAtOnce

/** The job, every minute: bookings that nobody answered while their slot lasted expire, and slots that are over turn inactive. */
export async function settleSlots(app: App): Promise<void> {
  while ((await write(app, tx => expireSome(app, tx))) === atOnce);
  while ((await write(app, tx => closeSome(app, tx))) === atOnce);
}

/**
 * Slots first, then bookings, as everybody who changes both. Of two processes doing this at once, each takes its own; a
 * slot that somebody is just changing is left for the next time.
 */
async function expireSome(app: App, tx: Tx): Promise<number> {
  const now = app.clock.now()
  const { rows: held } = await sql<{ booking_id: string }>`
    select s.live_booking_id as booking_id from availability_slots s
    where s.id in (
      select slot_id from bookings where status = 'pending' and slot_end <= ${now} order by slot_end limit ${sql.lit(atOnce)}
    ) and s.live_booking_id is not null
    for update skip locked`.execute(tx)
  if (held.length === 0) return 0
  const pending = await tx
    .selectFrom('bookings')
    .select('id')
    .where(
      'id',
      'in',
      held.map(({ booking_id }) => booking_id),
    )
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
  await tx
    .updateTable('bookings')
    .set({ status: 'rejected', ended: 'expired', ended_at: now })
    .where('id', 'in', ids)
    .execute()
  for (const id of ids) {
    const [before, after] = [{ status: 'pending' }, { status: 'rejected', ended: 'expired' }]
    await audit(app, tx, { actor: null, action: 'booking.expired', subject: { type: 'booking', id }, before, after })
    await tellOfBooking(app, tx, id, 'expired')
  }
  return held.length
}

async function closeSome(app: App, tx: Tx): Promise<number> {
  const now = app.clock.now()
  const { rows } = await sql`
    update availability_slots set is_active = false, closed_at = ${now}, closed_by = 'time' where id in (
      select id from availability_slots where is_active and end_time <= ${now}
      order by end_time limit ${sql.lit(atOnce)} for update skip locked
    ) returning id`.execute(tx)
  return rows.length
}
