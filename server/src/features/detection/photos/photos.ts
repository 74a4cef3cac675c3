import type { LeafDiagnosis } from '@kutu/vision/node/vision'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { advisoryLock } from '../../../platform/db/advisory-lock.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { violatedConstraint, withTransaction } from '../../../platform/db/transaction.ts'
import { contentHash, fileKey } from '../../../platform/storage/file-store.ts'

/** What is kept of one upload's pictures. */
export type StoredPictures = { photoId: string; heatmapHash: string | null }

export const photoKey = (hash: string) => fileKey('photos', hash, 'jpg')
export const heatmapKey = (hash: string) => fileKey('heatmaps', hash, 'png')

/**
 * Keeps the re-encoded photo and its heat map, each once by its content. The files lie there before the rows that name
 * them are committed; should the transaction then fail, `sweepFiles` takes them away again.
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

/** A photo as it is stored, and its size as it was uploaded. */
export type PhotoToStore = { storedPhoto: Uint8Array; width: number; height: number }

/** Keeps a re-encoded photo that was not diagnosed, and answers the hash it is known by. */
export async function storePhoto(app: App, tx: Tx, photo: PhotoToStore): Promise<string> {
  return (await storeFileAndRow(app, tx, photo)).hash
}

async function storeFileAndRow(app: App, tx: Tx, { storedPhoto, width, height }: PhotoToStore) {
  const hash = contentHash(storedPhoto)
  await lockFileShared(tx, photoKey(hash))
  await app.files.put(photoKey(hash), storedPhoto)
  return { hash, id: await findOrCreatePhotoRow(app, tx, { hash, width, height, bytes: storedPhoto.byteLength }) }
}

/** Forgets a photo unless something shows it, as the references to it say; `sweepFiles` then takes its file away. */
export async function deleteUnusedPhoto(app: App, hash: string): Promise<void> {
  try {
    await withTransaction(app, async tx => {
      await advisoryLock(tx, photoKey(hash))
      await tx.deleteFrom('photos').where('hash', '=', hash).execute()
    })
  } catch (error) {
    // Every table that shows a photo has a foreign key on it, whose names all end so.
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
    .values({ ...photo, created_at: app.clock.now() })
    .onConflict(conflict => conflict.column('hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return inserted.id
  const { id } = await tx.selectFrom('photos').select('id').where('hash', '=', photo.hash).executeTakeFirstOrThrow()
  return id
}

/** Until the transaction ends the sweep leaves this file alone; other uploads of the same photo need not wait. */
async function lockFileShared(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(tx)
}
