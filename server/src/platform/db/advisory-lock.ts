import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Lets one transaction at a time do what goes by this name; the others wait until it has ended. */
export async function advisoryLock(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
