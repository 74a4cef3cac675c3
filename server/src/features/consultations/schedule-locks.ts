import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Tx } from '../../platform/db/database.ts'

/**
 * Serializes the transactions that change a user's schedule. The exclusion constraints would reject a conflict anyway,
 * but two simultaneous violations wait for each other and end in a deadlock error.
 */
export async function lockSchedules(tx: Tx, userIds: readonly string[]): Promise<void> {
  // Sorted, so that all transactions take the locks in the same order.
  for (const id of [...userIds].sort()) await advisoryLock(tx, `schedule ${id}`)
}
