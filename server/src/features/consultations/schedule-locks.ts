import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Tx } from '../../platform/db/database.ts'

/**
 * Lets one transaction at a time change what fills a person's time. The exclusion constraints have the last word, but two
 * that break one at the same moment wait for each other: to the database a deadlock, to people an error without a reason.
 */
export async function lockSchedules(tx: Tx, userIds: readonly string[]): Promise<void> {
  // In one order for everybody.
  for (const id of [...userIds].sort()) await advisoryLock(tx, `schedule ${id}`)
}
