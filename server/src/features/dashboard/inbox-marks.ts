import type { InboxAction } from '@kutu/contract/dashboard'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { insertInto } from '../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/authorization.ts'

/** A page says twice a minute that it has the item open. One that was closed no longer does. */
const openMs = 75_000
const sweptAfterHours = 48
const morning = '05:00'

/** Returns what other experts have open, and what the caller has put off. */
export async function listInboxMarks(db: Db, app: App, { id }: Pick<Caller, 'id'>) {
  const now = app.clock.now()
  const opened = await db
    .selectFrom('inbox_marks as m')
    .innerJoin('users as u', 'u.id', 'm.expert_id')
    .select(['m.item_id', 'u.username'])
    .where('m.marked_at', '>', hoursBefore(now, sweptAfterHours))
    .where('m.opened_at', '>', new Date(now.getTime() - openMs))
    .where('m.expert_id', '!=', id)
    .orderBy('m.opened_at')
    .execute()
  const snoozed = await db
    .selectFrom('inbox_marks')
    .select('item_id')
    .where('expert_id', '=', id)
    .where('snoozed_until', '>', now)
    .execute()
  return { opened, snoozed: snoozed.map(({ item_id }) => item_id) }
}

/** Stores what the caller does with an item. It is put off until five in the morning of the next day where the expert lives. */
export async function markInboxItem(tx: Tx, app: App, caller: Pick<Caller, 'id'>, itemId: string, action: InboxAction) {
  const now = app.clock.now()
  const zone = sql`coalesce((select time_zone from users where id = ${caller.id}), ${app.config.timeZone})`
  const nextMorning = sql<Date>`((${now}::timestamptz at time zone ${zone})::date + 1 + ${morning}::time) at time zone ${zone}`
  const marks =
    action === 'open' || action === 'close'
      ? { opened_at: action === 'open' ? now : null, marked_at: now }
      : { snoozed_until: action === 'snooze' ? nextMorning : null, marked_at: now }
  const row = { expert_id: caller.id, item_id: itemId, opened_at: null, snoozed_until: null, ...marks }
  await insertInto(tx, 'inbox_marks', row)
    .onConflict(conflict => conflict.columns(['expert_id', 'item_id']).doUpdateSet(marks))
    .execute()
}

/** Deletes marks that no longer say anything. */
export async function sweepInboxMarks(app: App): Promise<void> {
  await app.db
    .deleteFrom('inbox_marks')
    .where('marked_at', '<', hoursBefore(app.clock.now(), sweptAfterHours))
    .execute()
}

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000)
