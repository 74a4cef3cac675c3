import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { DetectionTables } from '../tables.ts'

/** The columns that an export must contain: all but keys that mean nothing outside of this database. */
type ExportedColumn = Exclude<
  keyof DetectionTables['analyses'],
  'farmer_id' | 'photo_id' | 'source_hash' | 'heatmap_hash' | 'view_embeddings' | 'network_version'
>

/** The columns of `analyses` that an export contains under their own name. `exportedColumns` reads them from here. */
export const exportedAnalysisColumns = [
  ...(['id', 'uploaded_at', 'taken_at', 'crop_type', 'rust_class', 'confidence', 'common_rust', 'healthy'] as const),
  ...(['other_disease', 'disease', 'crop', 'verdict', 'band', 'crop_estimate', 'crop_probability'] as const),
  ...(['affected_area', 'model_version', 'quality', 'corrected_at', 'district'] as const),
  ...(['candidates', 'answers'] as const),
] as const satisfies readonly ExportedColumn[]

/** Returns all analyses of a user and the photos of plant analyses, for the data export. */
export async function exportAnalyses(db: Kysely<Database>, userId: string) {
  const analyses = await db
    .selectFrom('analyses as a')
    .innerJoin('photos as p', 'p.id', 'a.photo_id')
    .select(exportedAnalysisColumns.map(column => `a.${column}` as const))
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
  return { analyses: analyses satisfies Record<ExportedColumn, unknown>[], plantPhotos }
}
