import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Takes an exclusive advisory lock by name, released at the end of the transaction. */
export async function advisoryLock(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
