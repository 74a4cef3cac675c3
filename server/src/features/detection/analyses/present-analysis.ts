import type { Analysis, AnalysisInput, PlantPhoto } from '@kutu/contract/detection'
import { type Finding, resolveVerdict } from '@kutu/vision/inference/verdict'
import type { Selectable } from 'kysely'
import type { App } from '../../../context.ts'
import { heatmapKey, photoKey } from '../photos/photos.ts'
import type { DetectionTables } from '../tables.ts'
import { type Reader, toDiagnosisReply } from './diagnosis-reply.ts'

/** An analysis with the hash of its photo. */
export type AnalysisRow = Selectable<DetectionTables['analyses']> & { photo_hash: string }

/** The photos of a plant analysis; undefined for a single photo. */
type WithPlantPhotos = { photos: PlantPhoto[] | undefined }

/** Converts an analysis to its reply for a reader. The picture links are signed and valid for one hour. */
export function presentAnalysis(app: App, row: AnalysisRow & WithPlantPhotos, reader: Reader): Analysis {
  return {
    id: row.id,
    farmer_id: row.farmer_id,
    image: app.files.signedUrl(photoKey(row.photo_hash), reader.origin),
    uploaded_at: row.uploaded_at.toISOString(),
    ...toDiagnosisReply(resolveVerdict(toFinding(row), row.crop_type), reader),
    crop_type: row.crop_type,
    crop_estimate: toCropEstimate(row),
    band: row.band ?? row.verdict,
    heatmap: row.heatmap_hash === null ? null : app.files.signedUrl(heatmapKey(row.heatmap_hash), reader.origin),
    model_version: row.model_version,
    quality: row.quality,
    ...(row.photos ? { photos: row.photos } : {}),
  }
}

/** Returns the model's own finding, before the farmer's crop is applied. */
export function toFinding(row: AnalysisRow): Finding {
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

const toCropEstimate = ({
  crop_estimate: crop,
  crop_probability: probability,
}: AnalysisRow): Analysis['crop_estimate'] => (crop === null || probability === null ? null : { crop, probability })

/** Returns the columns of the fields that came with the photos. Every field of the contract must have a column. */
export const toInputColumns = ({ crop_type }: AnalysisInput) =>
  ({ crop_type: crop_type ?? null }) satisfies { [Field in keyof AnalysisInput]-?: unknown }
