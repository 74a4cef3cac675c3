import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { cosineSimilarity, decodeFloat32 } from '../../../platform/float32-bytes.ts'
import { apiError, fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import type { DetectionTables } from '../tables.ts'

/** A plant that has not been photographed for longer has been harvested. */
const maxAgeDays = 60
const maxCandidates = 20

/** The crop that the diary shows. All photos of a plant have the same, by a constraint. */
export const plantCrop = sql<string>`coalesce(crop_type, upper(crop), '')`

/** Embeddings of the photo, or of the one that represents several photos. */
const embeddings = sql<Buffer | null>`coalesce(view_embeddings, (select p.view_embeddings from analysis_photos p
  where p.analysis_id = analyses.id and p.photo_id = analyses.photo_id limit 1))`

/**
 * Returns the newest other photo of the plant of an analysis. Where the farmer has not said which plant that is, the earlier
 * photo of the same crop with the nearest embedding. The distance only ranks: the nearest of 220 photos of rice was of the
 * same burst for 25 of 28 photos, but no photos of one plant over weeks are known that would tell a threshold.
 */
export async function findSamePlant(db: Db, { id, ...row }: Selectable<DetectionTables['analyses']>) {
  const photos = db
    .selectFrom('analyses')
    .innerJoin('photos', 'photos.id', 'analyses.photo_id')
    .select(['analyses.id', 'photos.hash as photo_hash', 'uploaded_at'])
    .where('farmer_id', '=', row.farmer_id)
    .orderBy('uploaded_at', 'desc')
    .orderBy('analyses.id', 'desc')
  if (row.plant_id !== null)
    return photos.where('plant_id', '=', row.plant_id).where('analyses.id', '<>', id).executeTakeFirst()
  const crop = row.crop_type ?? row.crop?.toUpperCase()
  if (crop === undefined) return undefined
  const candidates = await photos
    .select(['network_version', embeddings.as('embeddings')])
    .where(plantCrop, '=', crop)
    .where('uploaded_at', '<=', row.uploaded_at)
    .where('uploaded_at', '>=', new Date(row.uploaded_at.getTime() - maxAgeDays * 24 * 3600_000))
    .limit(maxCandidates)
    .execute()
  const own = candidates.find(candidate => candidate.id === id)?.embeddings
  const getSimilarity = ({ embeddings: other, network_version }: (typeof candidates)[number]) =>
    own && other && network_version === row.network_version
      ? cosineSimilarity(decodeFloat32(own), decodeFloat32(other))
      : -1
  return candidates
    .filter(candidate => candidate.id !== id)
    .map(candidate => ({ ...candidate, similarity: getSimilarity(candidate) }))
    .sort((a, b) => b.similarity - a.similarity)[0]
}

/**
 * Puts one of the caller's analyses to the plant of another, to a plant of its own, or to none.
 * @throws ApiError not_found, also for an analysis of another user; validation_failed for a photo of another crop
 */
export const placeAnalysis = (app: App, caller: Caller, { id, same_as }: { id: string; same_as: string | null }) =>
  withTransaction(app, async tx => {
    const ids = [id, same_as ?? id]
    const rows = await tx
      .selectFrom('analyses')
      .select(['id', 'plant_id', plantCrop.as('crop')])
      .where('id', 'in', ids)
      .where('farmer_id', '=', caller.id)
      .orderBy('id')
      .forUpdate()
      .execute()
    const photo = rows.find(row => row.id === id)
    const other = rows.find(row => row.id === same_as)
    if (!photo || (same_as !== null && !other)) throw apiError('not_found')
    if (other && other.crop !== photo.crop) throw fieldError('same_as', 'field.invalid')
    const shared = tx.selectFrom('analyses').select('id').where('plant_id', '=', photo.plant_id).where('id', '<>', id)
    const leavesOthers = same_as === id && (await shared.executeTakeFirst()) !== undefined
    const plant_id = other ? ((leavesOthers ? null : other.plant_id) ?? randomUUID()) : null
    await tx.updateTable('analyses').set({ plant_id }).where('id', 'in', ids).execute()
  })
