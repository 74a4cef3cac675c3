import { pointsFor } from '@kutu/contract/moderation'
import { sql } from 'kysely'
import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'

type Act = { to: string; reason: keyof typeof pointsFor; subject: string }

/** Gives the points of an act, once: the ledger adds them to the account, and nothing else does. */
export const givePoints = (app: App, tx: Tx, act: Act): Promise<void> => enter(app, tx, act, { isGiven: true })

/** Takes them back, if they were given. */
export const takePointsBack = (app: App, tx: Tx, act: Act): Promise<void> => enter(app, tx, act, { isGiven: false })

async function enter(app: App, tx: Tx, act: Act, { isGiven }: { isGiven: boolean }): Promise<void> {
  const points = isGiven ? pointsFor[act.reason] : -pointsFor[act.reason]
  // Odd entries give and even ones take: only the one whose turn it is gets in.
  await sql`
    insert into point_entries (user_id, reason, subject_id, nth, points, at)
    select ${act.to}::uuid, ${act.reason}::text, ${act.subject}::uuid, before.entries + 1, ${points}::int, ${app.clock.now()}::timestamptz
    from (
      select count(*)::int as entries from point_entries where reason = ${act.reason} and subject_id = ${act.subject}::uuid
    ) before
    where (before.entries % 2 = 0) = ${isGiven}::boolean`.execute(tx)
}
