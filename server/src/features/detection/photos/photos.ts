import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ReencodedPhoto } from '@kutu/vision/node/vision'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { advisoryLock } from '../../../platform/db/advisory-lock.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { runTransaction, violatedConstraint, withTransaction } from '../../../platform/db/transaction.ts'
import { contentHash, fileKey } from '../../../platform/storage/file-store.ts'
import { StorageUnavailableError } from '../../../platform/storage/storage-unavailable.ts'

/** The columns of a photo: its original size in pixels, and the size of its file in bytes. */
type PhotoColumns = { hash: string; width: number; height: number; bytes: number }

/** A photo and its heat map that are in the store but have no row yet. The claim protects them from clean-up. */
export type StoredPictures = { claim: string; photo: PhotoColumns; heatmapHash: string | null }

export const photoKey = (hash: string) => fileKey('photos', hash, 'jpg')
export const heatmapKey = (hash: string) => fileKey('heatmaps', hash, 'png')

/** A re-encoded photo, with its heat map if it was diagnosed. */
type NewPictures = ReencodedPhoto & { heatmapPng?: Uint8Array | null }

/**
 * Stores a re-encoded photo and its heat map once per content. It may take long, so it runs before the transaction that
 * inserts their rows with `insertPictures`. Files that never get a row are deleted by `sweepFiles`.
 * @throws StorageUnavailableError
 */
export async function storePictures(
  app: App,
  { photoJpeg, heatmapPng = null, width, height }: NewPictures,
): Promise<StoredPictures> {
  const photo = { hash: contentHash(photoJpeg), width, height, bytes: photoJpeg.byteLength }
  const heatmapHash = heatmapPng === null ? null : contentHash(heatmapPng)
  const claim = await claimPictures(app, photo.hash, heatmapHash)
  await app.files.put(photoKey(photo.hash), photoJpeg)
  if (heatmapPng !== null && heatmapHash !== null) await app.files.put(heatmapKey(heatmapHash), heatmapPng)
  return { claim, photo, heatmapHash }
}

/**
 * Claims pictures that should be in the store already.
 * @returns undefined when one of them is missing
 */
export async function findStoredPictures(
  app: App,
  photo: PhotoColumns,
  heatmapHash: string | null,
): Promise<StoredPictures | undefined> {
  const claim = await claimPictures(app, photo.hash, heatmapHash)
  const hasPhoto = await app.files.has(photoKey(photo.hash))
  const isComplete = hasPhoto && (heatmapHash === null || (await app.files.has(heatmapKey(heatmapHash))))
  return isComplete ? { claim, photo, heatmapHash } : undefined
}

const claimPictures = (app: App, photoHash: string, heatmapHash: string | null) =>
  claimFiles(app, [photoKey(photoHash), ...(heatmapHash === null ? [] : [heatmapKey(heatmapHash)])])

/**
 * Inserts the rows of stored photos once per content, and ends the claims. In the order of the hashes, so that two uploads of
 * the same photos cannot deadlock.
 * @returns the id of each photo by its hash
 */
export async function insertPictures(
  app: App,
  tx: Tx,
  ...pictures: readonly StoredPictures[]
): Promise<ReadonlyMap<string, string>> {
  const photoIds = new Map<string, string>()
  const sorted = [...new Set(pictures)].sort((a, b) => (a.photo.hash < b.photo.hash ? -1 : 1))
  for (const { claim, photo } of sorted) {
    photoIds.set(photo.hash, photoIds.get(photo.hash) ?? (await findOrCreatePhotoRow(app, tx, photo)))
    await releaseClaim(tx, claim)
  }
  return photoIds
}

/**
 * Deletes the row of a photo unless a foreign key still references it or an upload is about to; `sweepFiles` then deletes
 * its file.
 */
export async function deleteUnusedPhoto(app: App, hash: string): Promise<void> {
  try {
    await withTransaction(app, async tx => {
      await advisoryLock(tx, photoKey(hash))
      if (await isClaimed(app, tx, photoKey(hash))) return
      await tx.deleteFrom('photos').where('hash', '=', hash).execute()
    })
  } catch (error) {
    // Every table that references a photo has a foreign key, whose default name ends in _fkey.
    if (!violatedConstraint(error)?.endsWith('_fkey')) throw error
  }
}

async function findOrCreatePhotoRow(app: App, tx: Tx, photo: PhotoColumns): Promise<string> {
  const inserted = await insertInto(tx, 'photos', { ...photo, created_at: app.clock.now() })
    .onConflict(conflict => conflict.column('hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return inserted.id
  const { id } = await tx.selectFrom('photos').select('id').where('hash', '=', photo.hash).executeTakeFirstOrThrow()
  return id
}

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
async function claimFiles(app: App, keys: string[]): Promise<string> {
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
  await insertInto(
    tx,
    'file_claims',
    keys.map(key => ({ id, key, expires_at })),
  ).execute()
  return id
}

/** Ends a claim: that of an upload in the transaction that inserts the rows of its files. */
export async function releaseClaim(db: Db, id: string): Promise<void> {
  await db.deleteFrom('file_claims').where('id', '=', id).execute()
}

/**
 * Returns true if an upload is storing this file or about to insert its row. Check this before looking for the row: the
 * upload's transaction replaces the claim by the row.
 */
export const isClaimed = (app: App, tx: Tx, key: string): Promise<boolean> => isAnyClaimed(app, tx, [key])

async function isAnyClaimed(app: App, db: Db, keys: string[]): Promise<boolean> {
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
