import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { runTransaction } from '../../../platform/db/transaction.ts'
import { StorageUnavailableError } from '../../../platform/storage/storage-unavailable.ts'

/** Much longer than storing files takes. An upload that crashed protects its files for this long. */
const claimMs = 3600 * 1000
/** Longer than the object storage may take to delete a file. */
const deletionMs = 600 * 1000
/** How long an upload waits for the deletion of the same content, without a database connection. */
const maxWaitMs = 10_000
const pollMs = 100

/**
 * Protects files from clean-up until `releaseClaim` is called or the claim expires. Call it before the files are
 * stored, in no transaction: the claim must be committed before the file is used.
 * @returns the id of the claim
 * @throws StorageUnavailableError when the deletion of one of the files does not end
 */
export async function claimFiles(app: App, keys: string[]): Promise<string> {
  const uniqueKeys = [...new Set(keys)].sort()
  const id = await runTransaction(app.db, async tx => {
    // A clean-up decides first. Sorted, to avoid deadlocks.
    for (const key of uniqueKeys)
      await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(tx)
    return insertClaim(app, tx, uniqueKeys, claimMs)
  })
  for (let waitedMs = 0; await isAnyClaimed(app, app.db, uniqueKeys.map(deletionKey)); waitedMs += pollMs) {
    if (waitedMs >= maxWaitMs) throw new StorageUnavailableError('The deletion of the same file does not end')
    await setTimeout(pollMs)
  }
  return id
}

/**
 * Makes uploads of the same content wait until the file is deleted. Call it under the exclusive lock of the key, and release
 * the claim afterwards.
 */
export const claimDeletion = (app: App, tx: Tx, key: string): Promise<string> =>
  insertClaim(app, tx, [deletionKey(key)], deletionMs)

/** The key under which a clean-up claims a file that it deletes. */
const deletionKey = (key: string) => `deletion of ${key}`

async function insertClaim(app: App, tx: Tx, keys: string[], ms: number): Promise<string> {
  const id = randomUUID()
  const expires_at = new Date(app.clock.now().getTime() + ms)
  await tx
    .insertInto('file_claims')
    .values(keys.map(key => ({ id, key, expires_at })) satisfies CompleteInsert<'file_claims'>[])
    .execute()
  return id
}

/** Ends a claim: that of an upload in the transaction that inserts the rows of its files. */
export async function releaseClaim(db: App['db'] | Tx, id: string): Promise<void> {
  await db.deleteFrom('file_claims').where('id', '=', id).execute()
}

/**
 * Returns true if an upload is storing this file or about to insert its row. Check this before looking for the row: the
 * upload's transaction replaces the claim by the row.
 */
export const isClaimed = (app: App, tx: Tx, key: string): Promise<boolean> => isAnyClaimed(app, tx, [key])

async function isAnyClaimed(app: App, db: App['db'] | Tx, keys: string[]): Promise<boolean> {
  const claim = await db
    .selectFrom('file_claims')
    .select('id')
    .where('key', 'in', keys)
    .where('expires_at', '>', app.clock.now())
    .limit(1)
    .executeTakeFirst()
  return claim !== undefined
}

export async function deleteExpiredClaims(app: App): Promise<void> {
  await app.db.deleteFrom('file_claims').where('expires_at', '<=', app.clock.now()).execute()
}
