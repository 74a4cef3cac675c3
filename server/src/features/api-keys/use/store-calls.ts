import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'

/** Calls of a key that are not stored yet, and when the last one was. */
export type PendingCalls = { calls: number; lastAt: Date }

/** The day of the server's clock where Kutu runs (`APP_TIME_ZONE`), as an expression. */
export const today = ({ clock, config }: App): RawBuilder<string> =>
  sql<string>`(${clock.now()}::timestamptz at time zone ${config.timeZone})::date`

/** Adds counted calls to those of today, with one statement for all keys. */
export async function storeCalls(app: App, pending: ReadonlyMap<string, PendingCalls>): Promise<void> {
  // In key order, so that processes that store at the same time do not wait for each other in a circle.
  const rows = [...pending].sort(([a], [b]) => (a < b ? -1 : 1))
  const ids = rows.map(([id]) => id)
  await withTransaction(app, async tx => {
    await sql`
      insert into api_key_days (key_id, day, calls)
      select k.id, ${today(app)}, p.calls
      from unnest(${ids}::uuid[], ${rows.map(([, { calls }]) => calls)}::integer[]) with ordinality as p (id, calls, position)
      join api_keys k on k.id = p.id order by p.position
      on conflict (key_id, day) do update set calls = api_key_days.calls + excluded.calls`.execute(tx)
    await sql`
      update api_keys k set last_used_at = greatest(k.last_used_at, p.last_at)
      from unnest(${ids}::uuid[], ${rows.map(([, { lastAt }]) => lastAt)}::timestamptz[]) as p (id, last_at)
      where k.id = p.id`.execute(tx)
  })
}
