import { type DiagnosisReader, isAnswered } from '@kutu/advice/diagnosis-reply'
import type { PageQuery, RustClass } from '@kutu/contract/common'
import type { Analysis, AnalysisInput, QualityWarning } from '@kutu/contract/detection'
import { maxPhotoAgeDays } from '@kutu/contract/upload-limits'
import { parseZonedTime } from '@kutu/time/parse-zoned-time'
import { parseStatedCrop, type StatedCrop } from '@kutu/vision/inference/crop'
import type { Finding } from '@kutu/vision/inference/detect'
import type { Diagnosis, Vision } from '@kutu/vision/node/vision'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError, fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import type { ReplyContext } from '../../../platform/http/handlers.ts'
import { pageOffset, pageReply } from '../../../platform/http/pagination.ts'
import { diagnoses } from '../../../platform/observability/metrics.ts'
import { contentHash } from '../../../platform/storage/file-store.ts'
import { getFarmDistrict } from '../../accounts/profile/farm-district.ts'
import { getUserCountry } from '../../accounts/profile/user-country.ts'
import { notify } from '../../notifications/inbox/notify.ts'
import { scheduleNextLook } from '../next-looks/next-looks.ts'
import {
  findStoredPictures,
  insertPictures,
  type PictureIds,
  type StoredPictures,
  storePictures,
} from '../photos/photos.ts'
import { mapVisionErrors } from '../vision-errors.ts'
import { countUserAnalyses } from './analysis-counts.ts'
import { loadAnalysisPhotos } from './analysis-photos.ts'
import { diagnoseWithMetrics, measureStoring } from './measured-diagnosis.ts'
import { presentAnalysis, readFinding, toFindingColumns, toInputColumns } from './present-analysis.ts'
import { serializeViewEmbeddings } from './view-embeddings.ts'

/** A diagnosis of the bytes with this hash, whose pictures are stored. */
type PhotoDiagnosis = {
  sourceHash: string
  finding: Finding
  quality: QualityWarning[]
  modelVersion: string
  /** Null for a plant, whose photos have them. */
  viewEmbeddings: Buffer | null
  pictures: StoredPictures
}

/**
 * Diagnoses a photo and stores its pictures. It takes long, so it runs before the transaction that saves the result.
 * @throws ApiError not_a_leaf, unsupported_type, image_unreadable, image_too_large, overloaded; StorageUnavailableError
 */
export async function diagnosePhoto(app: App, bytes: Uint8Array, input: AnalysisInput): Promise<PhotoDiagnosis> {
  const sourceHash = contentHash(bytes)
  const cached = await findCachedDiagnosis(app, sourceHash, input)
  if (!cached) return runDiagnosis(app, sourceHash, bytes, input)
  diagnoses.inc({ outcome: 'cached' })
  return cached
}

/** The entries of the farmer. Without `takenAt` the time of arrival counts. */
export type AnalysisRequest = { input: AnalysisInput; takenAt?: Date | undefined }

/**
 * Parses the time at which a photo was taken. The clock of a phone may be wrong and a photo may have waited long, so another
 * time counts as now, or as the earliest.
 * @throws ApiError validation_failed for an unreadable time
 */
export function parseTakenAt({ clock, config }: App, value: string | undefined): Date | undefined {
  if (value === undefined) return undefined
  const parsed = parseZonedTime(value, config.timeZone)
  if ('error' in parsed) throw fieldError('taken_at', parsed.error === 'invalid' ? 'field.time' : 'field.time_gap')
  const [now, taken] = [clock.now().getTime(), parsed.instant.getTime()]
  return new Date(Math.max(Math.min(taken, now), now - maxPhotoAgeDays * 24 * 3600_000))
}

/** Saves a diagnosis in the caller's history and returns the id of the analysis. */
export const saveAnalysis = (
  db: Db,
  app: App,
  caller: Caller,
  { photoDiagnosis, ...request }: { photoDiagnosis: PhotoDiagnosis } & AnalysisRequest,
): Promise<string> =>
  withTransaction(db, async tx => {
    const pictures = await insertPictures(app, tx, photoDiagnosis.pictures)
    return insertAnalysis(app, tx, caller, { ...photoDiagnosis, pictures, ...request })
  })

/**
 * Returns the stored diagnosis of the same bytes with the same crop and model version, by any user; undefined when a picture
 * has been lost from storage and must be generated again.
 */
async function findCachedDiagnosis(
  app: App,
  sourceHash: string,
  input: AnalysisInput,
): Promise<PhotoDiagnosis | undefined> {
  const modelVersion = app.vision.active.version
  const row = await selectWithPhoto(app.db)
    .select(['photos.width', 'photos.height', 'photos.bytes'])
    .where('analyses.source_hash', '=', sourceHash)
    .where('analyses.crop_type', 'is not distinct from', toInputColumns(input).crop_type)
    .where('analyses.model_version', '=', modelVersion)
    // Earlier releases answered without the stated crop. A corrected analysis may show the heat map of the stored photo.
    .where('analyses.band', 'is not', null)
    .where('analyses.corrected_at', 'is', null)
    .where('analyses.view_embeddings', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { photo_hash: hash, width, height, bytes, heatmap_hash, quality, view_embeddings: viewEmbeddings } = row
  const pictures = await findStoredPictures(app, { hash, width, height, bytes }, heatmap_hash)
  return pictures && { sourceHash, finding: readFinding(row), quality, modelVersion, viewEmbeddings, pictures }
}

async function runDiagnosis(
  app: App,
  sourceHash: string,
  bytes: Uint8Array,
  { crop_type }: AnalysisInput,
): Promise<PhotoDiagnosis> {
  const statedCrop = parseStatedCrop(crop_type)
  const diagnosis = await mapVisionErrors(diagnoseOnce(app.vision, { sourceHash, bytes, statedCrop }))
  if (!diagnosis.isLeaf) throw apiError('not_a_leaf')
  const { quality, modelVersion } = diagnosis
  return {
    sourceHash,
    finding: diagnosis,
    quality,
    modelVersion,
    viewEmbeddings: serializeViewEmbeddings(diagnosis.viewEmbeddings),
    pictures: await measureStoring(() => storePictures(app, diagnosis)),
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
  const diagnosis = diagnoseWithMetrics(vision, bytes, { statedCrop }).finally(() => pending.delete(key))
  pending.set(key, diagnosis)
  return diagnosis
}

/** Inserts the row of an analysis, schedules the next look at the plant, and notifies the caller. */
export async function insertAnalysis(
  app: App,
  tx: Tx,
  caller: Caller,
  newAnalysis: Omit<PhotoDiagnosis, 'pictures'> & { pictures: PictureIds } & AnalysisRequest,
): Promise<string> {
  const { finding, quality, modelVersion: model_version, pictures, sourceHash, input, takenAt } = newAnalysis
  const { rustClass, verdict } = finding
  const at = app.clock.now()
  const { id } = await tx
    .insertInto('analyses')
    .values({
      farmer_id: caller.id,
      photo_id: pictures.photoId,
      source_hash: sourceHash,
      uploaded_at: at,
      taken_at: takenAt ?? null,
      ...toInputColumns(input),
      ...toFindingColumns(finding),
      heatmap_hash: pictures.heatmapHash,
      model_version,
      quality,
      view_embeddings: newAnalysis.viewEmbeddings,
      network_version: app.vision.card.version,
      corrected_at: null,
      answers: '[]',
      district: await getFarmDistrict(tx, caller.id),
    } satisfies CompleteInsert<'analyses'>)
    .returning('id')
    .executeTakeFirstOrThrow()
  await scheduleNextLook(tx, { farmerId: caller.id, analysisId: id, crop: finding.crop, band: finding.band, at })
  await audit(app, tx, {
    actor: caller.id,
    action: 'analysis.added',
    subject: { type: 'analysis', id },
    after: { rust_class: rustClass, verdict, ...toInputColumns(input), model_version },
  })
  const subject = { type: 'analysis', id } as const
  const details = { answer: isAnswered(finding) ? rustClass : 'uncertain', band: finding.band }
  await notify(app, tx, [{ to: caller.id, type: 'image_analysis', details, subject, cause: id }])
  return id
}

/**
 * Returns one of the caller's analyses.
 * @throws ApiError not_found, also for an analysis of another user
 */
export async function getAnalysis(
  db: Db,
  app: App,
  caller: Caller,
  { id, ...context }: { id: string } & ReplyContext,
): Promise<Analysis> {
  const row = await selectOwnAnalyses(db, caller).where('analyses.id', '=', id).executeTakeFirst()
  if (!row) throw apiError('not_found')
  const reader = await loadReader(db, caller, context)
  const photos = await loadAnalysisPhotos(db, app, [id], reader)
  return presentAnalysis(app, { ...row, photos: photos.get(id) }, reader)
}

export async function listAnalyses(
  app: App,
  caller: Caller,
  { query, ...context }: { query: PageQuery & { rust_class?: RustClass | undefined } } & ReplyContext,
) {
  const { rust_class } = query
  const analyses = selectOwnAnalyses(app.db, caller)
  const rows = await (rust_class ? analyses.where('analyses.rust_class', '=', rust_class) : analyses)
    .orderBy('analyses.uploaded_at', 'desc')
    .orderBy('analyses.id', 'desc')
    .limit(query.page_size)
    .offset(pageOffset(query))
    .execute()
  const reader = await loadReader(app.db, caller, context)
  const count = await countUserAnalyses(app, caller.id, rust_class)
  const photos = await loadAnalysisPhotos(
    app.db,
    app,
    rows.map(({ id }) => id),
    reader,
  )
  return pageReply(
    context.url,
    query,
    count,
    rows.map(row => presentAnalysis(app, { ...row, photos: photos.get(row.id) }, reader)),
  )
}

const selectOwnAnalyses = (db: Db, caller: Caller) => selectWithPhoto(db).where('analyses.farmer_id', '=', caller.id)

const selectWithPhoto = (db: Db) =>
  db
    .selectFrom('analyses')
    .innerJoin('photos', 'photos.id', 'analyses.photo_id')
    .selectAll('analyses')
    .select('photos.hash as photo_hash')

async function loadReader(db: Db, caller: Caller, { language, url }: ReplyContext): Promise<DiagnosisReader> {
  return { language, country: await getUserCountry(db, caller.id), origin: url.origin }
}
