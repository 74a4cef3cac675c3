import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/**
 * Lets one transaction at a time change what fills a person's time. The exclusion constraints have the last word, but two
 * that break one at the same moment wait for each other: to the database a deadlock, to people an error without a reason.
 */
export async function lockSchedules(tx: Tx, people: readonly string[]): Promise<void> {
  // In one order for everybody.
  for (const id of [...people].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`schedule ${id}`}, 0))`.execute(tx)
}
