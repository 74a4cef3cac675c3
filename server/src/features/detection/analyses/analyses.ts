import { buildDiagnosisReply, type DiagnosisReader } from '@kutu/advice/diagnosis-reply'
import { isConclusive } from '@kutu/contract/bands'
import type { PageQuery, RustClass } from '@kutu/contract/common'
import type { Analysis, AnalysisInput, PlantPhoto, QualityWarning } from '@kutu/contract/detection'
import { maxPhotoAgeDays } from '@kutu/contract/upload-limits'
import { parseZonedTime } from '@kutu/time/parse-zoned-time'
import type { Finding } from '@kutu/vision/inference/detect'
import type { Diagnosis } from '@kutu/vision/node/vision'
import { type Selectable, sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { encodeFloat32 } from '../../../platform/float32-bytes.ts'
import { apiError, fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import type { ReplyContext } from '../../../platform/http/handlers.ts'
import { onPage, pageReply } from '../../../platform/http/pagination.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { getUserCountry } from '../../accounts/profile/user-country.ts'
import { notify } from '../../notifications/inbox/notify.ts'
import { takenAt as photoTakenAt, weekOf } from '../../surveillance/weekly/select-reports.ts'
import { findSamePlant } from '../correction/same-plant.ts'
import { scheduleFollowUp } from '../follow-ups/follow-ups.ts'
import { heatmapUrl, insertPhotos, photoKey, type StoredPhoto } from '../photos/photos.ts'
import type { DetectionTables } from '../tables.ts'
import { countUserAnalyses } from './analysis-counts.ts'

/** A finding about the bytes with this hash, whose photo is stored. */
export type StoredDiagnosis = {
  sourceHash: string
  /** Perceptual hash of the photo, or of the one that represents a plant. */
  fingerprint: string
  finding: Finding
  quality: QualityWarning[]
  modelVersion: string
  /** Null for a plant, whose photos have them. */
  viewEmbeddings: Buffer | null
  /** The photo, or the one that represents a plant. */
  photo: StoredPhoto
  /** Packed; null also for a plant whose photo shows another class than the finding. */
  heatmap: Uint8Array | null
  /** The photos of a plant; empty for a single photo. */
  photos: readonly StoredPlantPhoto[]
}

/** `photo` is null without a leaf. */
export type StoredPlantPhoto = { diagnosis: Diagnosis; photo: StoredPhoto | null }

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

/** Saves a diagnosis in the caller's history, schedules the follow-up at the plant, notifies the caller and returns the id. */
export const saveAnalysis = (
  db: Db,
  app: App,
  caller: Caller,
  { diagnosis, input, takenAt }: { diagnosis: StoredDiagnosis } & AnalysisRequest,
): Promise<string> =>
  withTransaction(db, async tx => {
    const { finding, quality, modelVersion: model_version, photo, photos } = diagnosis
    const photoIds = await insertPhotos(app, tx, photo, ...photos.flatMap(each => each.photo ?? []))
    const photoId = photoIds.get(photo.hash)
    if (photoId === undefined) throw new Error('The photo has no row')
    const at = app.clock.now()
    const { id } = await insertInto(tx, 'analyses', {
      farmer_id: caller.id,
      photo_id: photoId,
      source_hash: diagnosis.sourceHash,
      fingerprint: diagnosis.fingerprint,
      uploaded_at: at,
      taken_at: takenAt ?? null,
      crop_type: input.crop_type ?? null,
      ...toFindingColumns(finding),
      heatmap: diagnosis.heatmap,
      model_version,
      quality,
      view_embeddings: diagnosis.viewEmbeddings,
      network_version: app.vision.card.version,
      corrected_at: null,
      answers: '[]',
      plant_id: null,
      district: await findCountedDistrict(tx, app, caller.id, takenAt ?? at),
    })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (photos.length > 0) await insertPlantPhotos(tx, id, photos, photoIds)
    await scheduleFollowUp(tx, { farmerId: caller.id, analysisId: id, crop: finding.crop, band: finding.band, at })
    const { rustClass, verdict } = finding
    await audit(app, tx, {
      actor: caller.id,
      action: 'analysis.added',
      subject: { type: 'analysis', id },
      after: { rust_class: rustClass, verdict, crop_type: input.crop_type ?? null, model_version },
    })
    const subject = { type: 'analysis', id } as const
    const details = { answer: isConclusive(finding.band) ? rustClass : 'uncertain', band: finding.band }
    await notify(app, tx, [{ to: caller.id, type: 'image_analysis', details, subject, cause: id }])
    return id
  })

/**
 * Returns the district in which a farmer counts in the week of a time: that of the first photo of the week, or else the one of the
 * farm. So a farm that moves counts there from the next week.
 */
async function findCountedDistrict(tx: Tx, { config }: App, farmerId: string, takenAt: Date): Promise<string | null> {
  // Two photos at the same time take turns.
  await sql`select from farmer_profiles where user_id = ${farmerId} for no key update`.execute(tx)
  const week = weekOf(sql`${takenAt}::timestamptz`, config.timeZone)
  const { rows } = await sql<{ district: string | null }>`
    select coalesce(
      (select district from analyses a
        where farmer_id = ${farmerId} and district is not null and uploaded_at > ${takenAt}::timestamptz - interval '7 days'
          and ${weekOf(photoTakenAt, config.timeZone)} = ${week}
        order by uploaded_at limit 1),
      (select district from farmer_profiles where user_id = ${farmerId})) as district`.execute(tx)
  return rows[0]?.district ?? null
}

async function insertPlantPhotos(
  tx: Tx,
  analysisId: string,
  photos: readonly StoredPlantPhoto[],
  photoIds: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = photos.map(({ diagnosis, photo }, index) => ({
    analysis_id: analysisId,
    position: index + 1,
    photo_id: (photo && photoIds.get(photo.hash)) ?? null,
    heatmap: diagnosis.isLeaf ? diagnosis.heatmap : null,
    rust_class: diagnosis.isLeaf ? diagnosis.rustClass : null,
    confidence: diagnosis.isLeaf ? diagnosis.confidence : null,
    verdict: diagnosis.isLeaf ? diagnosis.verdict : null,
    band: diagnosis.isLeaf ? diagnosis.band : null,
    view_embeddings: diagnosis.isLeaf ? encodeFloat32(diagnosis.viewEmbeddings) : null,
    quality: diagnosis.quality,
  }))
  await insertInto(tx, 'analysis_photos', rows).execute()
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
  const photos = await loadPlantPhotos(db, app, [id], reader)
  const other = await findSamePlant(db, row)
  const same_plant = other && {
    id: other.id,
    image: app.files.signedUrl(photoKey(other.photo_hash), context.url.origin),
    uploaded_at: other.uploaded_at.toISOString(),
  }
  return { ...presentAnalysis(app, { ...row, photos: photos.get(id) }, reader), ...(same_plant && { same_plant }) }
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
    .$call(onPage(query))
    .execute()
  const reader = await loadReader(app.db, caller, context)
  const count = await countUserAnalyses(app, caller.id, rust_class)
  const ids = rows.map(({ id }) => id)
  const photos = await loadPlantPhotos(app.db, app, ids, reader)
  const results = rows.map(row => presentAnalysis(app, { ...row, photos: photos.get(row.id) }, reader))
  return pageReply(context.url, query, count, results)
}

const selectOwnAnalyses = (db: Db, caller: Caller) => selectWithPhoto(db).where('analyses.farmer_id', '=', caller.id)

export const selectWithPhoto = (db: Db) =>
  db
    .selectFrom('analyses')
    .innerJoin('photos', 'photos.id', 'analyses.photo_id')
    .selectAll('analyses')
    .select('photos.hash as photo_hash')

async function loadReader(db: Db, caller: Caller, { language, url }: ReplyContext): Promise<DiagnosisReader> {
  return { language, country: await getUserCountry(db, caller.id), origin: url.origin }
}

/** An analysis with the hash of its photo. */
type AnalysisRow = Selectable<DetectionTables['analyses']> & { photo_hash: string }

/** The photos of a plant analysis; undefined for a single photo. */
type WithPlantPhotos = { photos: PlantPhoto[] | undefined }

/** Converts an analysis to its reply for a reader. The picture links are signed and valid for one hour. */
function presentAnalysis(
  app: App,
  { photos, ...row }: AnalysisRow & WithPlantPhotos,
  reader: DiagnosisReader,
): Analysis {
  const finding = readFinding(row)
  return {
    ...row,
    image: app.files.signedUrl(photoKey(row.photo_hash), reader.origin),
    uploaded_at: row.uploaded_at.toISOString(),
    ...buildDiagnosisReply(finding, reader, row.answers),
    crop_estimate: finding.cropEstimate,
    heatmap: heatmapUrl(app, row.heatmap, reader.origin),
    ...(photos && { photos }),
  }
}

/** Returns the photos of those analyses that consist of several photos, by analysis id. */
async function loadPlantPhotos(
  db: Db,
  app: App,
  analysisIds: string[],
  reader: DiagnosisReader,
): Promise<Map<string, PlantPhoto[]>> {
  const photos = new Map<string, PlantPhoto[]>()
  if (analysisIds.length === 0) return photos
  const rows = await db
    .selectFrom('analysis_photos')
    .leftJoin('photos', 'photos.id', 'analysis_photos.photo_id')
    .selectAll('analysis_photos')
    .select('photos.hash as photo_hash')
    .where('analysis_id', 'in', analysisIds)
    .orderBy('analysis_id')
    .orderBy('position')
    .execute()
  for (const row of rows) {
    const analysisPhotos = photos.get(row.analysis_id) ?? []
    analysisPhotos.push(presentPlantPhoto(app, row, reader))
    photos.set(row.analysis_id, analysisPhotos)
  }
  return photos
}

type PhotoRow = Selectable<DetectionTables['analysis_photos']> & { photo_hash: string | null }

function presentPlantPhoto(app: App, row: PhotoRow, { language, origin }: DiagnosisReader): PlantPhoto {
  const { position, photo_hash, heatmap } = row
  return {
    ...row,
    is_leaf: photo_hash !== null,
    image: photo_hash === null ? null : app.files.signedUrl(photoKey(photo_hash), origin),
    heatmap: heatmapUrl(app, heatmap, origin),
    message: photo_hash === null ? t(language, 'plant.left_out', { position }) : null,
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
    band: row.band,
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
