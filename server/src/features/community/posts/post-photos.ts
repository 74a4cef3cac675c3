import type { Kysely } from 'kysely'
import type { App } from '../../../context.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { findOwnPhotoHash, isOwnAnalysis } from '../../detection/analyses/find-analysis.ts'
import { deleteUnusedPhoto, type PhotoToStore, photoKey, storePhoto } from '../../detection/photos/photos.ts'
import { limits } from '../policy.ts'

/** Keeps a photo for a post to come. */
export async function addPostPhoto(app: App, caller: Caller, photo: PhotoToStore, origin: string) {
  return withTransaction(app, async tx => {
    const hash = await storePhoto(app, tx, photo)
    const { id } = await tx
      .insertInto('post_photos')
      .values({
        farmer_id: caller.id,
        photo_hash: hash,
        created_at: app.clock.now(),
      } satisfies CompleteInsert<'post_photos'>)
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, image: app.files.signedUrl(photoKey(hash), origin) }
  })
}

/** What a post shows, by the ids its farmer sent: null for none, undefined for what was not said. */
type PictureInput = { image?: string | null | undefined; rust_detection?: string | null | undefined }
export type PictureColumns = { photo_hash?: string | null; analysis_id?: string | null }

/**
 * The columns behind the ids, all of them the farmer's own.
 * @throws Refusal validation_failed on the field whose id is not
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

/** Whether a post that is not withdrawn asks about this analysis and shows its photo: then every expert sees both. */
export async function isAnalysisPosted(db: Kysely<Database>, analysisId: string, photoHash: string): Promise<boolean> {
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

/** Lets go of uploads that no post came for, and of their photos unless something else shows them. */
export async function sweepPostPhotos(app: App): Promise<void> {
  const cutoff = new Date(app.clock.now().getTime() - limits.uploadTtlMs)
  const rows = await app.db.deleteFrom('post_photos').where('created_at', '<', cutoff).returning('photo_hash').execute()
  for (const hash of new Set(rows.map(({ photo_hash }) => photo_hash))) await deleteUnusedPhoto(app, hash)
}
