import type { App } from '../../../context.ts'
import { advisoryLock } from '../../../platform/db/advisory-lock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { claimDeletion, deleteExpiredClaims, isClaimed, photoKey, releaseClaim } from './photos.ts'

/** No upload takes this long, so an older file without a row is an orphan. */
const orphanAgeMs = 24 * 3600 * 1000
const batchSize = 500

/**
 * Deletes photos without a row: a crash between storing and committing leaves them, and an upload that was rejected
 * after its files were stored.
 */
export async function sweepFiles(app: App): Promise<void> {
  await deleteExpiredClaims(app)
  for await (const keys of app.files.listKeys('photos'))
    for (let start = 0; start < keys.length; start += batchSize) {
      const batch = keys.slice(start, start + batchSize)
      const referenced = await findReferencedKeys(app.db, batch)
      // Younger ones may be on the way to their row. The claim protects an old one that is uploaded again.
      for (const key of batch)
        if (!referenced.has(key) && (await isOld(app, key)) && (await deleteUnreferenced(app, key)))
          app.log.info({ key }, 'deleted a file without a row')
    }
}

async function isOld(app: App, key: string): Promise<boolean> {
  const changedAt = await app.files.lastModified(key)
  return changedAt !== undefined && app.clock.now().getTime() - changedAt.getTime() > orphanAgeMs
}

/**
 * Deletes a photo's file unless a row references it or an upload of the same content is in progress. Returns true if it was
 * deleted. The object storage may take long, so the file is deleted after the transaction that decides it.
 */
export async function deleteUnreferenced(app: App, key: string): Promise<boolean> {
  const claim = await withTransaction(app, async tx => {
    await advisoryLock(tx, key)
    // The claim first: an upload replaces it by a row.
    if (await isClaimed(app, tx, key)) return undefined
    const isReferenced = (await findReferencedKeys(tx, [key])).has(key)
    return isReferenced ? undefined : claimDeletion(app, tx, key)
  })
  if (claim === undefined) return false
  try {
    await app.files.delete(key)
  } finally {
    await releaseClaim(app.db, claim)
  }
  return true
}

/** Returns those of the keys that a row references. */
async function findReferencedKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('photos').select('hash').where('hash', 'in', keys.map(hashFromKey)).execute()
  return new Set(rows.map(({ hash }) => photoKey(hash)))
}

/** Returns the hash of a key: `photos/ab/cdef….jpg` to `abcdef…`. */
function hashFromKey(key: string): string {
  const [, first = '', rest = ''] = key.split('/')
  return first + rest.slice(0, rest.indexOf('.'))
}
