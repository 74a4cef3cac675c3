import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { DetectionTables } from '../tables.ts'

/** The columns that an export must contain: all but keys that mean nothing outside of this database. */
type ExportedColumn = Exclude<
  keyof DetectionTables['analyses'],
  'farmer_id' | 'photo_id' | 'source_hash' | 'heatmap_hash'
>

/** Returns all analyses of a user and the photos of plant analyses, for the data export. */
export async function exportAnalyses(db: Kysely<Database>, userId: string) {
  const analyses = await db
    .selectFrom('analyses as a')
    .innerJoin('photos as p', 'p.id', 'a.photo_id')
    .select(['a.id', 'a.uploaded_at', 'a.crop_type', 'a.rust_class', 'a.confidence', 'a.common_rust', 'a.healthy'])
    .select(['a.other_disease', 'a.disease', 'a.crop', 'a.verdict', 'a.affected_area', 'a.model_version', 'a.quality'])
    .select('p.hash as photo_hash')
    .where('a.farmer_id', '=', userId)
    .orderBy('a.uploaded_at', 'desc')
    .execute()
  const plantPhotos = await db
    .selectFrom('analysis_photos as ap')
    .innerJoin('analyses as a', 'a.id', 'ap.analysis_id')
    .leftJoin('photos as p', 'p.id', 'ap.photo_id')
    .select(['ap.analysis_id', 'ap.position', 'ap.rust_class', 'ap.confidence', 'ap.verdict', 'ap.quality'])
    .select('p.hash as photo_hash')
    .where('a.farmer_id', '=', userId)
    .orderBy('a.uploaded_at', 'desc')
    .orderBy('ap.position')
    .execute()
  return { analyses: analyses satisfies Record<ExportedColumn, unknown>[], plantPhotos }
}
