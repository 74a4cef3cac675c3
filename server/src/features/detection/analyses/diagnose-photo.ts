import type { AnalysisInput } from '@kutu/contract/detection'
import { parseStatedCrop, type StatedCrop } from '@kutu/vision/inference/crop'
import { combinePlantPhotos } from '@kutu/vision/inference/plant'
import type { ActiveHead, Diagnosis, LeafDiagnosis, Vision } from '@kutu/vision/node/vision'
import { qualityWarnings } from '@kutu/vision/quality/photo-quality'
import { VisionError } from '@kutu/vision/vision-error'
import type { App } from '../../../context.ts'
import { encodeFloat32 } from '../../../platform/float32-bytes.ts'
import { ApiError, apiError } from '../../../platform/http/api-error.ts'
import { type DiagnosisOutcome, diagnoses } from '../../../platform/observability/metrics.ts'
import { contentHash } from '../../../platform/storage/file-store.ts'
import { findStoredPhoto, storePhoto } from '../photos/photos.ts'
import { mapVisionErrors } from '../vision-errors.ts'
import { readFinding, type StoredDiagnosis, selectWithPhoto } from './analyses.ts'

/**
 * Diagnoses a photo and stores it. It takes long, so it runs before the transaction that saves the result.
 * @throws ApiError not_a_leaf, unsupported_type, image_unreadable, image_too_large, overloaded; StorageUnavailableError
 */
export async function diagnosePhoto(app: App, bytes: Uint8Array, input: AnalysisInput): Promise<StoredDiagnosis> {
  const sourceHash = contentHash(bytes)
  const cached = await findCachedDiagnosis(app, sourceHash, input)
  if (!cached) return runDiagnosis(app, sourceHash, bytes, input)
  diagnoses.inc({ outcome: 'cached' })
  return cached
}

/**
 * Returns the stored diagnosis of the same bytes with the same crop and model version, by any user; undefined when the photo
 * has been lost from storage and must be generated again.
 */
async function findCachedDiagnosis(
  app: App,
  sourceHash: string,
  input: AnalysisInput,
): Promise<StoredDiagnosis | undefined> {
  const modelVersion = app.vision.active.version
  const row = await selectWithPhoto(app.db)
    .select(['photos.width', 'photos.height', 'photos.bytes'])
    .where('analyses.source_hash', '=', sourceHash)
    .where('analyses.crop_type', 'is not distinct from', input.crop_type ?? null)
    .where('analyses.model_version', '=', modelVersion)
    // A corrected analysis may show the heat map of the stored photo.
    .where('analyses.corrected_at', 'is', null)
    .where('analyses.view_embeddings', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { photo_hash: hash, width, height, bytes, heatmap, fingerprint, quality } = row
  const photo = await findStoredPhoto(app, { hash, width, height, bytes })
  if (!photo) return undefined
  const stored = { sourceHash, fingerprint, quality, modelVersion, viewEmbeddings: row.view_embeddings }
  return { ...stored, finding: readFinding(row), photo, heatmap, photos: [] }
}

async function runDiagnosis(
  app: App,
  sourceHash: string,
  bytes: Uint8Array,
  { crop_type }: AnalysisInput,
): Promise<StoredDiagnosis> {
  const statedCrop = parseStatedCrop(crop_type)
  const diagnosis = await mapVisionErrors(diagnoseOnce(app.vision, { sourceHash, bytes, statedCrop }))
  if (!diagnosis.isLeaf) throw apiError('not_a_leaf')
  const { quality, modelVersion } = diagnosis
  return {
    sourceHash,
    fingerprint: String(diagnosis.fingerprint),
    finding: diagnosis,
    quality,
    modelVersion,
    viewEmbeddings: encodeFloat32(diagnosis.viewEmbeddings),
    photo: await storePhoto(app, diagnosis),
    heatmap: diagnosis.heatmap,
    photos: [],
  }
}

/**
 * Diagnoses photos of one plant one after the other, so that a plant takes one slot of the model queue, and stores
 * them. Photos without a leaf are left out; identical bytes count as evidence only once.
 * @throws ApiError not_a_leaf when no photo shows a leaf; the error of a single photo with its field, such as
 * `images.0`
 */
export async function diagnosePlant(app: App, photos: Uint8Array[], input: AnalysisInput): Promise<StoredDiagnosis> {
  const statedCrop = parseStatedCrop(input.crop_type)
  const hashes = photos.map(contentHash)
  const diagnoses: Diagnosis[] = []
  const { active } = app.vision
  for (const [index, bytes] of photos.entries()) {
    const duplicate = diagnoses[hashes.indexOf(hashes[index] ?? '')]
    diagnoses.push(duplicate ?? (await diagnosePlantPhoto(app, { bytes, index, head: active, statedCrop })))
  }
  const plantAnswer = combinePlantPhotos<LeafDiagnosis>(diagnoses, app.vision.card, statedCrop)
  if (plantAnswer === null) throw apiError('not_a_leaf')
  const { finding, leading, showsHeatmap } = plantAnswer
  const stored = await Promise.all(
    diagnoses.map(async diagnosis => ({
      diagnosis,
      photo: diagnosis.isLeaf ? await storePhoto(app, diagnosis) : null,
    })),
  )
  const photo = stored.find(({ diagnosis }) => diagnosis === leading)?.photo
  if (!photo) throw new Error('The photo of the leading leaf was not stored')
  return {
    sourceHash: contentHash(Buffer.from(hashes.join())),
    fingerprint: String(leading.fingerprint),
    finding,
    quality: qualityWarnings.filter(warning => diagnoses.some(({ quality }) => quality.includes(warning))),
    modelVersion: active.version,
    viewEmbeddings: null,
    photo,
    heatmap: showsHeatmap ? leading.heatmap : null,
    photos: stored,
  }
}

type PlantPhotoInput = { bytes: Uint8Array; index: number; head: ActiveHead; statedCrop: StatedCrop }

async function diagnosePlantPhoto(app: App, { bytes, index, ...options }: PlantPhotoInput): Promise<Diagnosis> {
  try {
    return await mapVisionErrors(countOutcome(app.vision.diagnose(bytes, options)))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'overloaded') throw error
    throw apiError(error.code, { fields: [{ field: `images.${index}`, key: `error.${error.code}` }] })
  }
}

const inFlight = new WeakMap<Vision, Map<string, Promise<Diagnosis>>>()

type DiagnosisRequest = { sourceHash: string; bytes: Uint8Array; statedCrop: StatedCrop }

/**
 * Diagnoses the same bytes with the same crop only once while a diagnosis is in flight: concurrent uploads share its
 * promise.
 */
function diagnoseOnce(vision: Vision, { sourceHash, bytes, statedCrop }: DiagnosisRequest): Promise<Diagnosis> {
  const pending = inFlight.get(vision) ?? new Map<string, Promise<Diagnosis>>()
  inFlight.set(vision, pending)
  const key = `${sourceHash} ${statedCrop}`
  const running = pending.get(key)
  if (running) return running
  const diagnosis = countOutcome(vision.diagnose(bytes, { statedCrop })).finally(() => pending.delete(key))
  pending.set(key, diagnosis)
  return diagnosis
}

/** Awaits a diagnosis, and counts its outcome for the metrics. */
export async function countOutcome(result: Promise<Diagnosis>): Promise<Diagnosis> {
  try {
    const diagnosis = await result
    diagnoses.inc({ outcome: getOutcome(diagnosis) })
    return diagnosis
  } catch (error) {
    diagnoses.inc({ outcome: (error instanceof VisionError ? error.code : 'error') satisfies DiagnosisOutcome })
    throw error
  }
}

function getOutcome(diagnosis: Diagnosis): DiagnosisOutcome {
  if (!diagnosis.isLeaf) return 'not_a_leaf'
  return diagnosis.verdict === 'uncertain' ? 'uncertain' : diagnosis.rustClass
}
