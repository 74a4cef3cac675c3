import type { Db } from '../../../platform/db/database.ts'
import { exportedColumns } from '../../../platform/db/personal-data.ts'

/** Returns all analyses of a user and the photos of plant analyses, for the data export. */
export async function exportAnalyses(db: Db, userId: string) {
  const analyses = await db
    .selectFrom('analyses as a')
    .innerJoin('photos as p', 'p.id', 'a.photo_id')
    .select(exportedColumns('analyses').map(column => `a.${column}` as const))
    .select('p.hash as photo_hash')
    .where('a.farmer_id', '=', userId)
    .orderBy('a.uploaded_at', 'desc')
    .execute()
  const plantPhotos = await db
    .selectFrom('analysis_photos as ap')
    .innerJoin('analyses as a', 'a.id', 'ap.analysis_id')
    .leftJoin('photos as p', 'p.id', 'ap.photo_id')
    .select(['ap.analysis_id', 'ap.position', 'ap.rust_class', 'ap.confidence', 'ap.verdict', 'ap.band', 'ap.quality'])
    .select('p.hash as photo_hash')
    .where('a.farmer_id', '=', userId)
    .orderBy('a.uploaded_at', 'desc')
    .orderBy('ap.position')
    .execute()
  return { analyses, plantPhotos }
}
