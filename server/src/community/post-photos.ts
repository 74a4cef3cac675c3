import type { Kysely } from 'kysely'
import type { App } from '../context.ts'
import type { Database, Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { isOwnAnalysis, ownPhotoHash } from '../detection/own-analyses.ts'
import { dropUnusedPhoto, keepPhoto, type PhotoToKeep, photoKey } from '../detection/photos.ts'
import { fieldMistake } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { limits } from './policy.ts'

/** Keeps a photo for a post to come. */
export async function addPostPhoto(app: App, caller: Caller, photo: PhotoToKeep, origin: string) {
  return write(app, async tx => {
    const hash = await keepPhoto(app, tx, photo)
    const { id } = await tx
      .insertInto('post_photos')
      .values({ farmer_id: caller.id, photo_hash: hash, created_at: app.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, image: app.files.address(photoKey(hash), origin) }
  })
}

/** What a post shows, by the ids its farmer sent: null for none, undefined for what was not said. */
type Sent = { image?: string | null | undefined; rust_detection?: string | null | undefined }
export type Pictures = { photo_hash?: string | null; analysis_id?: string | null }

/**
 * The columns behind the ids, all of them the farmer's own.
 * @throws Refusal validation_failed on the field whose id is not
 */
export async function picturesOf(tx: Tx, caller: Caller, { image, rust_detection }: Sent): Promise<Pictures> {
  const pictures: Pictures = {}
  if (image !== undefined) pictures.photo_hash = image === null ? null : await photoHashOf(tx, caller, image)
  if (rust_detection === undefined) return pictures
  if (rust_detection !== null && !(await isOwnAnalysis(tx, caller.id, rust_detection)))
    throw fieldMistake('rust_detection', 'field.analysis_unknown')
  return { ...pictures, analysis_id: rust_detection }
}

/** Whether a post that is not withdrawn asks about this analysis and shows its photo: then every expert sees both. */
export async function showsAnalysis(db: Kysely<Database>, analysisId: string, photoHash: string): Promise<boolean> {
  const shown = db
    .selectFrom('posts')
    .select('id')
    .where('analysis_id', '=', analysisId)
    .where('photo_hash', '=', photoHash)
    .where('status', '<>', 'withdrawn')
  return (await shown.executeTakeFirst()) !== undefined
}

async function photoHashOf(tx: Tx, caller: Caller, id: string): Promise<string> {
  const uploaded = await tx
    .selectFrom('post_photos')
    .select('photo_hash')
    .where('id', '=', id)
    .where('farmer_id', '=', caller.id)
    .executeTakeFirst()
  const hash = uploaded?.photo_hash ?? (await ownPhotoHash(tx, caller.id, id))
  if (hash === undefined) throw fieldMistake('image', 'field.image_unknown')
  return hash
}

/** Lets go of uploads that no post came for, and of their photos unless something else shows them. */
export async function sweepPostPhotos(app: App): Promise<void> {
  const old = new Date(app.clock.now().getTime() - limits.uploadLife)
  const rows = await app.db.deleteFrom('post_photos').where('created_at', '<', old).returning('photo_hash').execute()
  for (const hash of new Set(rows.map(({ photo_hash }) => photo_hash))) await dropUnusedPhoto(app, hash)
}
