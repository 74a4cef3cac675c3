import { buildDiagnosisReply, type DiagnosisReader } from '@kutu/advice/diagnosis-reply'
import type { Analysis, AnalysisInput, PlantPhoto } from '@kutu/contract/detection'
import type { Finding } from '@kutu/vision/inference/detect'
import type { Selectable } from 'kysely'
import type { App } from '../../../context.ts'
import { heatmapKey, photoKey } from '../photos/photos.ts'
import type { DetectionTables } from '../tables.ts'

/** An analysis with the hash of its photo. */
export type AnalysisRow = Selectable<DetectionTables['analyses']> & { photo_hash: string }

/** The photos of a plant analysis; undefined for a single photo. */
type WithPlantPhotos = { photos: PlantPhoto[] | undefined }

/** Converts an analysis to its reply for a reader. The picture links are signed and valid for one hour. */
export function presentAnalysis(app: App, row: AnalysisRow & WithPlantPhotos, reader: DiagnosisReader): Analysis {
  const finding = readFinding(row)
  return {
    id: row.id,
    farmer_id: row.farmer_id,
    image: app.files.signedUrl(photoKey(row.photo_hash), reader.origin),
    uploaded_at: row.uploaded_at.toISOString(),
    ...buildDiagnosisReply(finding, reader, row.answers),
    crop_type: row.crop_type,
    crop_estimate: finding.cropEstimate,
    band: finding.band,
    heatmap: row.heatmap_hash === null ? null : app.files.signedUrl(heatmapKey(row.heatmap_hash), reader.origin),
    model_version: row.model_version,
    quality: row.quality,
    ...(row.photos ? { photos: row.photos } : {}),
  }
}

/** Returns the stored finding. */
export function readFinding(row: AnalysisRow): Finding {
  const { crop_estimate: crop, crop_probability: probability } = row
  return {
    rustClass: row.rust_class,
    confidence: row.confidence,
    probabilities: { common_rust: row.common_rust, healthy: row.healthy, other_disease: row.other_disease },
    disease: row.disease,
    crop: row.crop,
    verdict: row.verdict,
    band: row.band ?? row.verdict,
    cropEstimate: crop === null || probability === null ? null : { crop, probability },
    affectedArea: row.affected_area,
    candidates: row.candidates.map(({ rust_class: rustClass, ...candidate }) => ({ rustClass, ...candidate })),
  }
}

/** Returns the columns of a finding. */
export const toFindingColumns = (finding: Finding) => ({
  rust_class: finding.rustClass,
  confidence: finding.confidence,
  common_rust: finding.probabilities.common_rust,
  healthy: finding.probabilities.healthy,
  other_disease: finding.probabilities.other_disease,
  disease: finding.disease,
  crop: finding.crop,
  verdict: finding.verdict,
  band: finding.band,
  crop_estimate: finding.cropEstimate?.crop ?? null,
  crop_probability: finding.cropEstimate?.probability ?? null,
  affected_area: finding.affectedArea,
  candidates: JSON.stringify(
    finding.candidates.map(({ rustClass: rust_class, ...candidate }) => ({ rust_class, ...candidate })),
  ),
})

/** Returns the columns of the fields that came with the photos. Every field of the contract must have a column. */
export const toInputColumns = ({ crop_type }: AnalysisInput) =>
  ({ crop_type: crop_type ?? null }) satisfies { [Field in keyof AnalysisInput]-?: unknown }
