import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { encodeHeatmap } from '@kutu/vision/node/photo-codec'
import type { ReencodedPhoto } from '@kutu/vision/node/vision'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { advisoryLock } from '../../../platform/db/advisory-lock.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { runTransaction, violatedConstraint, withTransaction } from '../../../platform/db/transaction.ts'
import { contentHash, fileKey, type StoredFile } from '../../../platform/storage/file-store.ts'
import { StorageUnavailableError } from '../../../platform/storage/storage-unavailable.ts'

/** The columns of a photo: its original size in pixels, and the size of its file in bytes. */
type PhotoColumns = { hash: string; width: number; height: number; bytes: number }

/** A photo that is in the store but has no row yet. The claim protects it from clean-up. */
export type StoredPhoto = PhotoColumns & { claim: string }

export const photoKey = (hash: string) => fileKey('photos', hash, 'jpg')
const heatmapKeyPattern = /^heatmaps\/([0-9a-f]{64})\.png$/

/** Returns the signed URL of a heat map, which is drawn when it is read; null for none. */
export const heatmapUrl = (app: App, packed: Uint8Array | null, origin: string): string | null =>
  packed && app.files.signedUrl(`heatmaps/${contentHash(packed)}.png`, origin)

/** Draws the heat map of a key as PNG; undefined when no analysis has it any more. */
export async function findHeatmap({ db }: App, key: string): Promise<StoredFile | undefined> {
  const [, hash] = heatmapKeyPattern.exec(key) ?? []
  if (hash === undefined) return undefined
  const isMeant = sql<boolean>`sha256(heatmap) = ${Buffer.from(hash, 'hex')}`
  const ofAnalyses = db.selectFrom('analyses').select('heatmap').where(isMeant)
  const ofPlants = db.selectFrom('analysis_photos').select('heatmap').where(isMeant)
  const row = await ofAnalyses.unionAll(ofPlants).limit(1).executeTakeFirst()
  return row?.heatmap ? { bytes: await encodeHeatmap(row.heatmap), contentType: 'image/png' } : undefined
}

/**
 * Stores a re-encoded photo once per content. It may take long, so it runs before the transaction that inserts its row with
 * `insertPhotos`. A file that never gets a row is deleted by `sweepFiles`.
 * @throws StorageUnavailableError
 */
export async function storePhoto(app: App, { photoJpeg, width, height }: ReencodedPhoto): Promise<StoredPhoto> {
  const photo = { hash: contentHash(photoJpeg), width, height, bytes: photoJpeg.byteLength }
  const claim = await claimFile(app, photoKey(photo.hash))
  await app.files.put(photoKey(photo.hash), photoJpeg)
  return { ...photo, claim }
}

/** Claims a photo that should be in the store already; undefined when it is missing. */
export async function findStoredPhoto(app: App, photo: PhotoColumns): Promise<StoredPhoto | undefined> {
  const claim = await claimFile(app, photoKey(photo.hash))
  return (await app.files.has(photoKey(photo.hash))) ? { ...photo, claim } : undefined
}

/**
 * Inserts the rows of stored photos once per content, and ends the claims. In the order of the hashes, so that two uploads of
 * the same photos cannot deadlock.
 * @returns the id of each photo by its hash
 */
export async function insertPhotos(
  app: App,
  tx: Tx,
  ...photos: readonly StoredPhoto[]
): Promise<ReadonlyMap<string, string>> {
  const photoIds = new Map<string, string>()
  const sorted = [...new Set(photos)].sort((a, b) => (a.hash < b.hash ? -1 : 1))
  for (const { claim, ...photo } of sorted) {
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
 * Protects a file from clean-up until `releaseClaim` is called or the claim expires. Call it before the file is
 * stored, in no transaction: the claim must be committed before the file is used.
 * @returns the id of the claim
 * @throws StorageUnavailableError when the deletion of the file does not end
 */
async function claimFile(app: App, key: string): Promise<string> {
  const id = await runTransaction(app.db, async tx => {
    // A clean-up decides first.
    await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(tx)
    return insertClaim(app, tx, key, claimMs)
  })
  for (let waitedMs = 0; await isClaimed(app, app.db, deletionKey(key)); waitedMs += pollMs) {
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
  insertClaim(app, tx, deletionKey(key), deletionMs)

/** The key under which a clean-up claims a file that it deletes. */
const deletionKey = (key: string) => `deletion of ${key}`

async function insertClaim(app: App, tx: Tx, key: string, ms: number): Promise<string> {
  const id = randomUUID()
  await insertInto(tx, 'file_claims', { id, key, expires_at: new Date(app.clock.now().getTime() + ms) }).execute()
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
export async function isClaimed(app: App, db: Db, key: string): Promise<boolean> {
  const claim = await db
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
