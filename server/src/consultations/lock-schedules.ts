import type { Tx } from '../db/database.ts'
import { lockNamed } from '../db/lock-named.ts'

/**
 * Lets one transaction at a time change what fills a person's time. The exclusion constraints have the last word, but two
 * that break one at the same moment wait for each other: to the database a deadlock, to people an error without a reason.
 */
export async function lockSchedules(tx: Tx, people: readonly string[]): Promise<void> {
  // In one order for everybody.
  for (const id of [...people].sort()) await lockNamed(tx, `schedule ${id}`)
}
