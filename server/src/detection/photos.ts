import type { LeafDiagnosis } from '@kutu/vision/node'
import { sql } from 'kysely'
import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { lockNamed } from '../db/lock-named.ts'
import { brokenConstraint, write } from '../db/write.ts'
import { contentHash, keyOf } from '../files/files.ts'

/** What is kept of one upload's pictures. */
export type KeptPictures = { photoId: string; heatmapHash: string | null }

export const photoKey = (hash: string) => keyOf('photos', hash, 'jpg')
export const heatmapKey = (hash: string) => keyOf('heatmaps', hash, 'png')

/**
 * Keeps the re-encoded photo and its heat map, each once by its content. The files lie there before the rows that name
 * them are committed; should the transaction then fail, `sweepFiles` takes them away again.
 */
export async function keepPictures(
  app: App,
  tx: Tx,
  { storedPhoto, heatmapPng, width, height }: LeafDiagnosis,
): Promise<KeptPictures> {
  const { id: photoId } = await keepOne(app, tx, { storedPhoto, width, height })
  if (heatmapPng === null) return { photoId, heatmapHash: null }

  const heatmapHash = contentHash(heatmapPng)
  await holdFile(tx, heatmapKey(heatmapHash))
  await app.files.put(heatmapKey(heatmapHash), heatmapPng)
  return { photoId, heatmapHash }
}

/** A photo as it is stored, and its size as it was uploaded. */
export type PhotoToKeep = { storedPhoto: Uint8Array; width: number; height: number }

/** Keeps a re-encoded photo that was not diagnosed, and answers the hash it is known by. */
export async function keepPhoto(app: App, tx: Tx, photo: PhotoToKeep): Promise<string> {
  return (await keepOne(app, tx, photo)).hash
}

async function keepOne(app: App, tx: Tx, { storedPhoto, width, height }: PhotoToKeep) {
  const hash = contentHash(storedPhoto)
  await holdFile(tx, photoKey(hash))
  await app.files.put(photoKey(hash), storedPhoto)
  return { hash, id: await keepPhotoRow(app, tx, { hash, width, height, bytes: storedPhoto.byteLength }) }
}

/** Forgets a photo unless something shows it, as the references to it say; `sweepFiles` then takes its file away. */
export async function dropUnusedPhoto(app: App, hash: string): Promise<void> {
  try {
    await write(app, async tx => {
      await lockNamed(tx, photoKey(hash))
      await tx.deleteFrom('photos').where('hash', '=', hash).execute()
    })
  } catch (error) {
    // Every table that shows a photo has a foreign key on it, whose names all end so.
    if (!brokenConstraint(error)?.endsWith('_fkey')) throw error
  }
}

async function keepPhotoRow(
  app: App,
  tx: Tx,
  photo: { hash: string; width: number; height: number; bytes: number },
): Promise<string> {
  const added = await tx
    .insertInto('photos')
    .values({ ...photo, created_at: app.clock.now() })
    .onConflict(conflict => conflict.column('hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return added.id
  const { id } = await tx.selectFrom('photos').select('id').where('hash', '=', photo.hash).executeTakeFirstOrThrow()
  return id
}

/** Until the transaction ends the sweep leaves this file alone; other uploads of the same photo need not wait. */
async function holdFile(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(tx)
}
