import type { LeafDiagnosis } from '@kutu/vision/node'
import { sql } from 'kysely'
import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
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
  const hash = contentHash(storedPhoto)
  await holdFile(tx, photoKey(hash))
  await app.files.put(photoKey(hash), storedPhoto)
  const photoId = await keepPhotoRow(app, tx, { hash, width, height, bytes: storedPhoto.byteLength })
  if (heatmapPng === null) return { photoId, heatmapHash: null }

  const heatmapHash = contentHash(heatmapPng)
  await holdFile(tx, heatmapKey(heatmapHash))
  await app.files.put(heatmapKey(heatmapHash), heatmapPng)
  return { photoId, heatmapHash }
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
