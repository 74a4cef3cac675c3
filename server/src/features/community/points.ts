import { pointsByEvent } from '@kutu/contract/community/moderation'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import type { Tx } from '../../platform/db/database.ts'

type PointAward = { to: string; reason: keyof typeof pointsByEvent; subject: string }

/** Awards the points of an event once. The ledger is the only source of an account's points. */
export const awardPoints = (app: App, tx: Tx, award: PointAward): Promise<void> =>
  addEntry(app, tx, award, { isAward: true })

/** Takes the points of an event back if they were awarded. */
export const revokePoints = (app: App, tx: Tx, award: PointAward): Promise<void> =>
  addEntry(app, tx, award, { isAward: false })

async function addEntry(app: App, tx: Tx, award: PointAward, { isAward }: { isAward: boolean }): Promise<void> {
  const points = isAward ? pointsByEvent[award.reason] : -pointsByEvent[award.reason]
  // Entries alternate: odd ones award, even ones revoke. An entry that is out of turn is not inserted.
  // The only statement that adds entries or changes users.points, which is the sum of the entries.
  await sql`
    with entry as (
      insert into point_entries (user_id, reason, subject_id, nth, points, at)
      select ${award.to}::uuid, ${award.reason}::text, ${award.subject}::uuid, before.entries + 1, ${points}::int, ${app.clock.now()}::timestamptz
      from (
        select count(*)::int as entries from point_entries where reason = ${award.reason} and subject_id = ${award.subject}::uuid
      ) before
      where (before.entries % 2 = 0) = ${isAward}::boolean
      returning user_id, points
    )
    update users set points = users.points + entry.points from entry where users.id = entry.user_id`.execute(tx)
}
