import type { LeafDiagnosis } from '@kutu/vision/node/vision'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { advisoryLock } from '../../../platform/db/advisory-lock.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { violatedConstraint, withTransaction } from '../../../platform/db/transaction.ts'
import { contentHash, fileKey } from '../../../platform/storage/file-store.ts'

/** The stored pictures of one upload. */
export type StoredPictures = { photoId: string; heatmapHash: string | null }

export const photoKey = (hash: string) => fileKey('photos', hash, 'jpg')
export const heatmapKey = (hash: string) => fileKey('heatmaps', hash, 'png')

/**
 * Stores the re-encoded photo and its heat map once per content. Files are written before the rows that reference them
 * are committed; if the transaction fails, `sweepFiles` deletes them.
 */
export async function storePictures(
  app: App,
  tx: Tx,
  { storedPhoto, heatmapPng, width, height }: LeafDiagnosis,
): Promise<StoredPictures> {
  const { id: photoId } = await storeFileAndRow(app, tx, { storedPhoto, width, height })
  if (heatmapPng === null) return { photoId, heatmapHash: null }

  const heatmapHash = contentHash(heatmapPng)
  await lockFileShared(tx, heatmapKey(heatmapHash))
  await app.files.put(heatmapKey(heatmapHash), heatmapPng)
  return { photoId, heatmapHash }
}

/** A re-encoded photo and its original size in pixels. */
export type PhotoToStore = { storedPhoto: Uint8Array; width: number; height: number }

/** Stores a re-encoded photo that was not diagnosed and returns its hash. */
export async function storePhoto(app: App, tx: Tx, photo: PhotoToStore): Promise<string> {
  return (await storeFileAndRow(app, tx, photo)).hash
}

async function storeFileAndRow(app: App, tx: Tx, { storedPhoto, width, height }: PhotoToStore) {
  const hash = contentHash(storedPhoto)
  await lockFileShared(tx, photoKey(hash))
  await app.files.put(photoKey(hash), storedPhoto)
  return { hash, id: await findOrCreatePhotoRow(app, tx, { hash, width, height, bytes: storedPhoto.byteLength }) }
}

/** Deletes the row of a photo unless a foreign key still references it; `sweepFiles` then deletes its file. */
export async function deleteUnusedPhoto(app: App, hash: string): Promise<void> {
  try {
    await withTransaction(app, async tx => {
      await advisoryLock(tx, photoKey(hash))
      await tx.deleteFrom('photos').where('hash', '=', hash).execute()
    })
  } catch (error) {
    // Every table that references a photo has a foreign key, whose default name ends in _fkey.
    if (!violatedConstraint(error)?.endsWith('_fkey')) throw error
  }
}

async function findOrCreatePhotoRow(
  app: App,
  tx: Tx,
  photo: { hash: string; width: number; height: number; bytes: number },
): Promise<string> {
  const inserted = await tx
    .insertInto('photos')
    .values({ ...photo, created_at: app.clock.now() } satisfies CompleteInsert<'photos'>)
    .onConflict(conflict => conflict.column('hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return inserted.id
  const { id } = await tx.selectFrom('photos').select('id').where('hash', '=', photo.hash).executeTakeFirstOrThrow()
  return id
}

/**
 * Protects this file from the sweep until the transaction ends. The lock is shared, so uploads of the same photo do not
 * wait for each other.
 */
async function lockFileShared(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(tx)
}
