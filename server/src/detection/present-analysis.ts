import type { Analysis, PlantPhoto } from '@kutu/contract/detection'
import { type Finding, settle } from '@kutu/vision/settle'
import type { Selectable } from 'kysely'
import type { App } from '../context.ts'
import { answerOf, type Reader } from './answer.ts'
import { heatmapKey, photoKey } from './photos.ts'
import type { DetectionTables } from './tables.ts'

/** An analysis with the hash of its photo. */
export type ShownRow = Selectable<DetectionTables['analyses']> & { photo_hash: string }

/** The photos of a plant's analysis; one of a single photo has none. */
type OfSeveral = { photos: PlantPhoto[] | undefined }

/** An analysis as its reader gets it, with links that live for the next hour. */
export function presentAnalysis(app: App, row: ShownRow & OfSeveral, reader: Reader): Analysis {
  return {
    id: row.id,
    farmer_id: row.farmer_id,
    image: app.files.address(photoKey(row.photo_hash), reader.origin),
    uploaded_at: row.uploaded_at.toISOString(),
    ...answerOf(settle(findingOf(row), row.crop_type), reader),
    heatmap: row.heatmap_hash === null ? null : app.files.address(heatmapKey(row.heatmap_hash), reader.origin),
    model_version: row.model_version,
    quality: row.quality,
    ...(row.photos ? { photos: row.photos } : {}),
  }
}

/** The model's own finding, as it was stored. */
export function findingOf(row: ShownRow): Finding {
  return {
    rustClass: row.rust_class,
    confidence: row.confidence,
    probabilities: { common_rust: row.common_rust, healthy: row.healthy, other_disease: row.other_disease },
    disease: row.disease,
    crop: row.crop,
    verdict: row.verdict,
    affectedArea: row.affected_area,
  }
}
