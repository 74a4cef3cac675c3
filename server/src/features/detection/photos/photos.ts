import type { App } from '../../../context.ts'
import { advisoryLock } from '../../../platform/db/advisory-lock.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { violatedConstraint, withTransaction } from '../../../platform/db/transaction.ts'
import { contentHash, fileKey } from '../../../platform/storage/file-store.ts'
import { claimFiles, isClaimed, releaseClaim } from './file-claims.ts'

/** Ids of the stored pictures of one upload. */
export type PictureIds = { photoId: string; heatmapHash: string | null }

/** A photo in the store and its original size in pixels. `bytes` is the size of the file. */
type StoredPhoto = { hash: string; width: number; height: number; bytes: number }

/** A photo and its heat map that are in the store but have no row yet. The claim protects them from clean-up. */
export type StoredPictures = { claim: string; photo: StoredPhoto; heatmapHash: string | null }

export const photoKey = (hash: string) => fileKey('photos', hash, 'jpg')
export const heatmapKey = (hash: string) => fileKey('heatmaps', hash, 'png')

/** A re-encoded photo and its original size in pixels; `heatmapPng` if it was diagnosed. */
export type PhotoToStore = { storedPhoto: Uint8Array; width: number; height: number; heatmapPng?: Uint8Array | null }

/**
 * Stores a re-encoded photo and its heat map once per content. It may take long, so it runs before the transaction that
 * inserts their rows with `insertPictures`. Files that never get a row are deleted by `sweepFiles`.
 * @throws StorageUnavailableError
 */
export async function storePictures(
  app: App,
  { storedPhoto, heatmapPng = null, width, height }: PhotoToStore,
): Promise<StoredPictures> {
  const photo = { hash: contentHash(storedPhoto), width, height, bytes: storedPhoto.byteLength }
  const heatmapHash = heatmapPng === null ? null : contentHash(heatmapPng)
  const claim = await claimPictures(app, photo.hash, heatmapHash)
  await app.files.put(photoKey(photo.hash), storedPhoto)
  if (heatmapPng !== null && heatmapHash !== null) await app.files.put(heatmapKey(heatmapHash), heatmapPng)
  return { claim, photo, heatmapHash }
}

/**
 * Claims pictures that should be in the store already.
 * @returns undefined when one of them is missing
 */
export async function findStoredPictures(
  app: App,
  photo: StoredPhoto,
  heatmapHash: string | null,
): Promise<StoredPictures | undefined> {
  const claim = await claimPictures(app, photo.hash, heatmapHash)
  const hasPhoto = await app.files.has(photoKey(photo.hash))
  const isComplete = hasPhoto && (heatmapHash === null || (await app.files.has(heatmapKey(heatmapHash))))
  return isComplete ? { claim, photo, heatmapHash } : undefined
}

const claimPictures = (app: App, photoHash: string, heatmapHash: string | null) =>
  claimFiles(app, [photoKey(photoHash), ...(heatmapHash === null ? [] : [heatmapKey(heatmapHash)])])

/** Inserts the row of a stored photo once per content, and ends the claim. */
export async function insertPictures(
  app: App,
  tx: Tx,
  { claim, photo, heatmapHash }: StoredPictures,
): Promise<PictureIds> {
  const photoId = await findOrCreatePhotoRow(app, tx, photo)
  await releaseClaim(tx, claim)
  return { photoId, heatmapHash }
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

async function findOrCreatePhotoRow(app: App, tx: Tx, photo: StoredPhoto): Promise<string> {
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
