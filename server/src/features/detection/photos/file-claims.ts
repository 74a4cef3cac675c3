import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { runTransaction } from '../../../platform/db/transaction.ts'

/** Much longer than storing files takes. An upload that crashed protects its files for this long. */
const claimMs = 3600 * 1000

/**
 * Protects files from clean-up until `releaseClaim` is called or the claim expires. Call it before the files are
 * stored, in no transaction: the claim must be committed before the file is used.
 * @returns the id of the claim
 */
export async function claimFiles(app: App, keys: string[]): Promise<string> {
  const id = randomUUID()
  const expires_at = new Date(app.clock.now().getTime() + claimMs)
  const uniqueKeys = [...new Set(keys)].sort()
  await runTransaction(app.db, async tx => {
    // A clean-up that has already decided to delete one of the files finishes first. Sorted, to avoid deadlocks.
    for (const key of uniqueKeys)
      await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(tx)
    const rows = uniqueKeys.map(key => ({ id, key, expires_at }))
    await tx
      .insertInto('file_claims')
      .values(rows satisfies CompleteInsert<'file_claims'>[])
      .execute()
  })
  return id
}

/** Ends a claim, in the transaction that inserts the rows of its files. */
export async function releaseClaim(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('file_claims').where('id', '=', id).execute()
}

/**
 * Returns true if an upload is storing this file or about to insert its row. Check this before looking for the row: the
 * upload's transaction replaces the claim by the row.
 */
export async function isClaimed(app: App, tx: Tx, key: string): Promise<boolean> {
  const claim = await tx
    .selectFrom('file_claims')
    .select('id')
    .where('key', '=', key)
    .where('expires_at', '>', app.clock.now())
    .limit(1)
    .executeTakeFirst()
  return claim !== undefined
}

export async function deleteExpiredClaims(app: App): Promise<void> {
  await app.db.deleteFrom('file_claims').where('expires_at', '<=', app.clock.now()).execute()
}
