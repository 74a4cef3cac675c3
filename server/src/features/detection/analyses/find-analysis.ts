import { cropType } from '@kutu/contract/common'
import type { InferResult } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** Returns true if the user made this analysis. */
export async function isOwnAnalysis(db: Db, userId: string, id: string): Promise<boolean> {
  const query = db.selectFrom('analyses').select('id').where('id', '=', id).where('farmer_id', '=', userId)
  return (await query.executeTakeFirst()) !== undefined
}

/**
 * Returns the hash of one of the user's analyzed photos, by the id of the analysis or of one photo of a plant analysis;
 * undefined for any other id.
 */
export async function findOwnPhotoHash(db: Db, userId: string, id: string): Promise<string | undefined> {
  const fromAnalysis = db
    .selectFrom('analyses')
    .innerJoin('photos', 'photos.id', 'analyses.photo_id')
    .select('photos.hash')
    .where('analyses.id', '=', id)
    .where('analyses.farmer_id', '=', userId)
  const fromPlant = db
    .selectFrom('analysis_photos')
    .innerJoin('analyses', 'analyses.id', 'analysis_photos.analysis_id')
    .innerJoin('photos', 'photos.id', 'analysis_photos.photo_id')
    .select('photos.hash')
    .where('analysis_photos.id', '=', id)
    .where('analyses.farmer_id', '=', userId)
  const found = await fromAnalysis.union(fromPlant).executeTakeFirst()
  return found?.hash
}

const selectResults = (db: Db) =>
  db
    .selectFrom('analyses')
    .innerJoin('photos', 'photos.id', 'analyses.photo_id')
    .select(['analyses.id', 'uploaded_at', 'rust_class', 'disease', 'crop', 'confidence', 'verdict', 'band'])
    .select(['answers', 'photos.hash as photo_hash'])

export type AnalysisResult = Omit<InferResult<ReturnType<typeof selectResults>>[number], 'id'>

/** Returns the results of the given analyses by id, for lists that mention them. */
export async function loadAnalysisResults(db: Db, ids: readonly string[]): Promise<Map<string, AnalysisResult>> {
  if (ids.length === 0) return new Map()
  const rows = await selectResults(db).where('analyses.id', 'in', ids).execute()
  return new Map(rows.map(({ id, ...result }) => [id, result]))
}

/** Returns the photo of an analysis with its owner, source hash and crop; of a plant analysis the leading photo. */
export async function findAnalysisPhoto(db: Db, id: string) {
  const row = await db
    .selectFrom('analyses')
    .innerJoin('photos', 'photos.id', 'analyses.photo_id')
    .select(['photos.hash', 'analyses.source_hash', 'analyses.crop_type', 'analyses.farmer_id'])
    .where('analyses.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  // Training photos belong to one of the model's crops, or to none.
  const knownCrop = cropType.safeParse(row.crop_type).data ?? null
  return { hash: row.hash, sourceHash: row.source_hash, cropType: knownCrop, farmerId: row.farmer_id }
}

/** Selects whose leaf an analysis is about, where it grew, and when its photo was sent. For joins. */
export const selectAnalysisOrigins = (db: Db) =>
  db.selectFrom('analyses').select(['id', 'farmer_id', 'district', 'uploaded_at'])
