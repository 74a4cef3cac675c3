import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { findOwnPhotoHash, isOwnAnalysis } from '../../detection/analyses/find-analysis.ts'
import { deleteUnusedPhoto, insertPhotos, photoKey, type StoredPhoto } from '../../detection/photos/photos.ts'
import { limits } from '../policy.ts'

/** Saves a stored photo for a later post. */
export async function addPostPhoto(db: Db, app: App, caller: Caller, photo: StoredPhoto, origin: string) {
  return withTransaction(db, async tx => {
    await insertPhotos(app, tx, photo)
    const { id } = await insertInto(tx, 'post_photos', {
      farmer_id: caller.id,
      photo_hash: photo.hash,
      created_at: app.clock.now(),
    })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, image: app.files.signedUrl(photoKey(photo.hash), origin) }
  })
}

/** The pictures of a post as ids sent by the client: null removes, undefined keeps. */
type PictureInput = { image?: string | null | undefined; rust_detection?: string | null | undefined }
export type PictureColumns = { photo_hash?: string | null; analysis_id?: string | null }

/**
 * Resolves the ids to columns. All of them must belong to the farmer.
 * @throws ApiError validation_failed on the field whose id is unknown or belongs to another user
 */
export async function resolvePictures(
  tx: Tx,
  caller: Caller,
  { image, rust_detection }: PictureInput,
): Promise<PictureColumns> {
  const pictures: PictureColumns = {}
  if (image !== undefined) pictures.photo_hash = image === null ? null : await resolvePhotoHash(tx, caller, image)
  if (rust_detection === undefined) return pictures
  if (rust_detection !== null && !(await isOwnAnalysis(tx, caller.id, rust_detection)))
    throw fieldError('rust_detection', 'field.analysis_unknown')
  return { ...pictures, analysis_id: rust_detection }
}

/**
 * Returns true if a post that is not withdrawn refers to this analysis and shows its photo, which makes both visible to
 * every expert.
 */
export async function isAnalysisPosted(db: Db, analysisId: string, photoHash: string): Promise<boolean> {
  const shown = db
    .selectFrom('posts')
    .select('id')
    .where('analysis_id', '=', analysisId)
    .where('photo_hash', '=', photoHash)
    .where('status', '<>', 'withdrawn')
  return (await shown.executeTakeFirst()) !== undefined
}

async function resolvePhotoHash(tx: Tx, caller: Caller, id: string): Promise<string> {
  const uploaded = await tx
    .selectFrom('post_photos')
    .select('photo_hash')
    .where('id', '=', id)
    .where('farmer_id', '=', caller.id)
    .executeTakeFirst()
  const hash = uploaded?.photo_hash ?? (await findOwnPhotoHash(tx, caller.id, id))
  if (hash === undefined) throw fieldError('image', 'field.image_unknown')
  return hash
}

/** Deletes uploads that no post has used in time, and their photos unless something else uses them. */
export async function sweepPostPhotos(app: App): Promise<void> {
  const cutoff = new Date(app.clock.now().getTime() - limits.uploadTtlMs)
  const rows = await app.db.deleteFrom('post_photos').where('created_at', '<', cutoff).returning('photo_hash').execute()
  for (const hash of new Set(rows.map(({ photo_hash }) => photo_hash))) await deleteUnusedPhoto(app, hash)
}
