import type { RustClass, StatedCropType } from '@kutu/contract/common'
import type { Analysis, Band, FieldAnswer, QualityWarning, Verdict } from '@kutu/contract/detection'
import type { ColumnType, Generated } from 'kysely'

/** JSON, written as text: the driver would take an array for one of PostgreSQL's own. */
type JsonArray<T> = ColumnType<T[], string | undefined, string>

export type DetectionTables = {
  photos: {
    id: Generated<string>
    hash: string
    width: number
    height: number
    bytes: number
    created_at: Date
  }
  analyses: {
    id: Generated<string>
    farmer_id: string
    photo_id: string
    source_hash: string
    /** Perceptual hash of the photo that represents the analysis. */
    fingerprint: string
    uploaded_at: Date
    /** When the photo was taken; null for the time of arrival. */
    taken_at: Date | null
    crop_type: StatedCropType | null
    rust_class: RustClass
    confidence: number
    common_rust: number
    healthy: number
    other_disease: number
    disease: string | null
    crop: string | null
    verdict: Verdict
    band: Band
    crop_estimate: string | null
    crop_probability: number | null
    affected_area: number | null
    /** Packed spots, see encodeHeatmap; their hash names the picture. */
    heatmap: Uint8Array | null
    model_version: string
    quality: QualityWarning[]
    /** Embeddings of the views; null for a plant, whose photos have them. */
    view_embeddings: Buffer | null
    /** The network that computed the embeddings. */
    network_version: string | null
    /** When the farmer last corrected the crop. */
    corrected_at: Date | null
    candidates: JsonArray<Analysis['candidates'][number]>
    answers: JsonArray<FieldAnswer>
    /** The farmer's district when the photo was sent; null for none, and after the account was erased. */
    district: string | null
    /** The same for photos of the same plant; null where the farmer has not said. */
    plant_id: string | null
  }
  analysis_photos: {
    id: Generated<string>
    analysis_id: string
    position: number
    photo_id: string | null
    /** Packed spots, see encodeHeatmap; their hash names the picture. */
    heatmap: Uint8Array | null
    rust_class: RustClass | null
    confidence: number | null
    verdict: Verdict | null
    band: Band | null
    quality: Generated<QualityWarning[]>
    view_embeddings: Buffer | null
  }
  file_claims: {
    id: string
    key: string
    expires_at: Date
  }
  follow_ups: {
    farmer_id: string
    /** Empty for an answer without a crop. */
    crop: string
    analysis_id: string
    due_at: Date
  }
}
