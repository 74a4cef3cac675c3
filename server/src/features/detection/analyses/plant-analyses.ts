import type { AnalysisInput } from '@kutu/contract/detection'
import { parseStatedCrop, type StatedCrop } from '@kutu/vision/inference/crop'
import { combinePlantPhotos, type PlantAnswer } from '@kutu/vision/inference/plant'
import type { ActiveHead, Diagnosis, LeafDiagnosis } from '@kutu/vision/node/vision'
import { qualityWarnings } from '@kutu/vision/quality/photo-quality'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { ApiError, apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { contentHash } from '../../../platform/storage/file-store.ts'
import { mapVisionErrors } from '../vision-errors.ts'
import { type AnalysisRequest, insertAnalysis } from './analyses.ts'
import {
  insertAnalysisPhotos,
  insertPlantPictures,
  type StoredPlantPhoto,
  storePlantPhotos,
} from './analysis-photos.ts'
import { diagnoseWithMetrics, measureStoring } from './diagnose-photo.ts'

/** The diagnoses of all photos of one plant, with their stored pictures, and their joint answer. */
export type PlantDiagnosis = PlantAnswer<LeafDiagnosis> & {
  sourceHash: string
  photos: StoredPlantPhoto[]
  modelVersion: string
}

/**
 * Diagnoses photos of one plant one after the other, so that a plant takes one slot of the model queue, and stores their
 * pictures. Photos without a leaf are left out; identical bytes count as evidence only once.
 * @throws ApiError not_a_leaf when no photo shows a leaf; the error of a single photo with its field, such as
 * `images.0`
 */
export async function diagnosePlant(app: App, photos: Uint8Array[], input: AnalysisInput): Promise<PlantDiagnosis> {
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
  const sourceHash = contentHash(Buffer.from(hashes.join()))
  const storedPhotos = await measureStoring(() => storePlantPhotos(app, diagnoses))
  return { ...plantAnswer, sourceHash, photos: storedPhotos, modelVersion: active.version }
}

type PlantPhotoInput = { bytes: Uint8Array; index: number; head: ActiveHead; statedCrop: StatedCrop }

async function diagnosePlantPhoto(app: App, { bytes, index, ...options }: PlantPhotoInput): Promise<Diagnosis> {
  try {
    return await mapVisionErrors(diagnoseWithMetrics(app.vision, bytes, options))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'overloaded') throw error
    throw apiError(error.code, { fields: [{ field: `images.${index}`, key: `error.${error.code}` }] })
  }
}

/** Saves the diagnoses in the caller's history as one analysis and returns its id. */
export const savePlantAnalysis = (
  db: Db,
  app: App,
  caller: Caller,
  { plant, input, takenAt }: { plant: PlantDiagnosis } & AnalysisRequest,
): Promise<string> =>
  withTransaction(db, async tx => {
    const { sourceHash, modelVersion, finding, leading, showsHeatmap } = plant
    const savedPhotos = await insertPlantPictures(app, tx, plant.photos)
    const pictures = savedPhotos.find(({ diagnosis }) => diagnosis === leading)?.pictures
    if (!pictures) throw new Error('The pictures of the leading leaf were not stored')
    const leadingPictures = { photoId: pictures.photoId, heatmapHash: showsHeatmap ? pictures.heatmapHash : null }
    const quality = qualityWarnings.filter(warning =>
      savedPhotos.some(({ diagnosis }) => diagnosis.quality.includes(warning)),
    )
    const newAnalysis = {
      finding,
      quality,
      modelVersion,
      pictures: leadingPictures,
      sourceHash,
      input,
      takenAt,
      viewEmbeddings: null,
    }
    const analysisId = await insertAnalysis(app, tx, caller, newAnalysis)
    await insertAnalysisPhotos(tx, analysisId, savedPhotos)
    return analysisId
  })
