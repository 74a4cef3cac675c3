import type { Language, PageQuery, RustClass } from '@kutu/contract/common'
import type { Analysis, AnalysisInput, QualityWarning } from '@kutu/contract/detection'
import type { Finding } from '@kutu/vision/inference/verdict'
import type { Diagnosis, Vision } from '@kutu/vision/node/vision'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { pageOffset, pageReply } from '../../../platform/http/pagination.ts'
import { contentHash } from '../../../platform/storage/file-store.ts'
import { getUserCountry } from '../../accounts/profile/user-country.ts'
import { notify } from '../../notifications/inbox/notify.ts'
import { heatmapKey, photoKey, type StoredPictures, storePictures } from '../photos/photos.ts'
import { mapVisionErrors } from '../vision-errors.ts'
import { countUserAnalyses, incrementTally } from './analysis-counts.ts'
import { loadAnalysisPhotos } from './analysis-photos.ts'
import type { Reader } from './diagnosis-reply.ts'
import { type AnalysisRow, presentAnalysis, toFinding } from './present-analysis.ts'

/** What the model found in the bytes of this hash, and how to keep its pictures within the transaction of the new row. */
type PhotoDiagnosis = {
  sourceHash: string
  finding: Finding
  quality: QualityWarning[]
  modelVersion: string
  savePictures: (tx: Tx) => Promise<StoredPictures>
}
/** How an answer is to be told. */
export type ReplyContext = { language: Language; url: URL }

/**
 * Diagnoses a photo. Takes a while, so it comes before the transaction that keeps what was found.
 * @throws Refusal not_a_leaf, unsupported_type, image_unreadable, image_too_large, overloaded
 */
export async function diagnosePhoto(app: App, bytes: Uint8Array): Promise<PhotoDiagnosis> {
  const sourceHash = contentHash(bytes)
  return (await findCachedDiagnosis(app, sourceHash)) ?? (await runDiagnosis(app, sourceHash, bytes))
}

/** Adds what was found in a photo to the caller's history. */
export async function saveAnalysis(
  app: App,
  caller: Caller,
  { photoDiagnosis, input, ...context }: { photoDiagnosis: PhotoDiagnosis; input: AnalysisInput } & ReplyContext,
): Promise<Analysis> {
  const { finding, quality, modelVersion, savePictures, sourceHash } = photoDiagnosis
  const id = await withTransaction(app, async tx => {
    const pictures = await savePictures(tx)
    const newAnalysis = { finding, quality, modelVersion, pictures, sourceHash, input }
    return insertAnalysis(app, tx, caller, newAnalysis)
  })
  return getAnalysis(app, caller, { id, ...context })
}

/**
 * The same bytes under the same model were answered before, for whomever: that answer and its pictures hold, unless a
 * picture has been lost since and must be made again.
 */
async function findCachedDiagnosis(app: App, sourceHash: string): Promise<PhotoDiagnosis | undefined> {
  const modelVersion = app.vision.active.version
  const row = await selectWithPhoto(app)
    .where('analyses.source_hash', '=', sourceHash)
    .where('analyses.model_version', '=', modelVersion)
    .limit(1)
    .executeTakeFirst()
  if (!row || !(await hasStoredPictures(app, row))) return undefined
  const pictures = { photoId: row.photo_id, heatmapHash: row.heatmap_hash }
  return { sourceHash, finding: toFinding(row), quality: row.quality, modelVersion, savePictures: async () => pictures }
}

async function hasStoredPictures(app: App, { photo_hash, heatmap_hash }: AnalysisRow): Promise<boolean> {
  const hasPhoto = await app.files.has(photoKey(photo_hash))
  return hasPhoto && (heatmap_hash === null || (await app.files.has(heatmapKey(heatmap_hash))))
}

async function runDiagnosis(app: App, sourceHash: string, bytes: Uint8Array): Promise<PhotoDiagnosis> {
  const diagnosis = await mapVisionErrors(diagnoseOnce(app.vision, sourceHash, bytes))
  if (!diagnosis.isLeaf) throw apiError('not_a_leaf')
  const { quality, modelVersion } = diagnosis
  return {
    sourceHash,
    finding: diagnosis,
    quality,
    modelVersion,
    savePictures: tx => storePictures(app, tx, diagnosis),
  }
}

const inFlight = new WeakMap<Vision, Map<string, Promise<Diagnosis>>>()

/** Whoever sends the same bytes while they are being looked at waits for that answer: an impatient phone costs nothing. */
function diagnoseOnce(vision: Vision, sourceHash: string, bytes: Uint8Array): Promise<Diagnosis> {
  const pending = inFlight.get(vision) ?? new Map<string, Promise<Diagnosis>>()
  inFlight.set(vision, pending)
  const running = pending.get(sourceHash)
  if (running) return running
  const diagnosis = vision.diagnose(bytes).finally(() => pending.delete(sourceHash))
  pending.set(sourceHash, diagnosis)
  return diagnosis
}

/** Returns the columns of the fields that came with the photos. Every field of the contract must have a column. */
const toInputColumns = ({ crop_type }: AnalysisInput) =>
  ({ crop_type: crop_type ?? null }) satisfies { [Field in keyof AnalysisInput]-?: unknown }

/** Adds one answer and counts it. */
export async function insertAnalysis(
  app: App,
  tx: Tx,
  caller: Caller,
  newAnalysis: Omit<PhotoDiagnosis, 'savePictures'> & { pictures: StoredPictures; input: AnalysisInput },
): Promise<string> {
  const { finding, quality, modelVersion: model_version, pictures, sourceHash, input } = newAnalysis
  const { rustClass, verdict } = finding
  const at = app.clock.now()
  const { id } = await tx
    .insertInto('analyses')
    .values({
      farmer_id: caller.id,
      photo_id: pictures.photoId,
      source_hash: sourceHash,
      uploaded_at: at,
      ...toInputColumns(input),
      rust_class: rustClass,
      confidence: finding.confidence,
      common_rust: finding.probabilities.common_rust,
      healthy: finding.probabilities.healthy,
      other_disease: finding.probabilities.other_disease,
      disease: finding.disease,
      crop: finding.crop,
      verdict,
      affected_area: finding.affectedArea,
      heatmap_hash: pictures.heatmapHash,
      model_version,
      quality,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await incrementTally(app, tx, { farmerId: caller.id, rustClass, at })
  await audit(app, tx, {
    actor: caller.id,
    action: 'analysis.added',
    subject: { type: 'analysis', id },
    after: { rust_class: rustClass, verdict, ...toInputColumns(input), model_version },
  })
  // A photo that waited on a phone without a network may be answered long after it was taken.
  const subject = { type: 'analysis', id } as const
  const details = { answer: verdict === 'uncertain' ? verdict : rustClass }
  await notify(app, tx, [{ to: caller.id, type: 'image_analysis', details, subject, cause: id }])
  return id
}

/** @throws Refusal not_found, also for another's analysis */
export async function getAnalysis(
  app: App,
  caller: Caller,
  { id, ...context }: { id: string } & ReplyContext,
): Promise<Analysis> {
  const row = await selectOwnAnalyses(app, caller).where('analyses.id', '=', id).executeTakeFirst()
  if (!row) throw apiError('not_found')
  const reader = await loadReader(app, caller, context)
  const photos = await loadAnalysisPhotos(app, [id], reader)
  return presentAnalysis(app, { ...row, photos: photos.get(id) }, reader)
}

export async function listAnalyses(
  app: App,
  caller: Caller,
  { query, ...context }: { query: PageQuery & { rust_class?: RustClass | undefined } } & ReplyContext,
) {
  const { rust_class } = query
  const analyses = selectOwnAnalyses(app, caller)
  const rows = await (rust_class ? analyses.where('analyses.rust_class', '=', rust_class) : analyses)
    .orderBy('analyses.uploaded_at', 'desc')
    .orderBy('analyses.id', 'desc')
    .limit(query.page_size)
    .offset(pageOffset(query))
    .execute()
  const reader = await loadReader(app, caller, context)
  const count = await countUserAnalyses(app, caller.id, rust_class)
  const photos = await loadAnalysisPhotos(
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

const selectOwnAnalyses = (app: App, caller: Caller) => selectWithPhoto(app).where('analyses.farmer_id', '=', caller.id)

const selectWithPhoto = (app: App) =>
  app.db
    .selectFrom('analyses')
    .innerJoin('photos', 'photos.id', 'analyses.photo_id')
    .selectAll('analyses')
    .select('photos.hash as photo_hash')

async function loadReader(app: App, caller: Caller, { language, url }: ReplyContext): Promise<Reader> {
  return { language, country: await getUserCountry(app, caller.id), origin: url.origin }
}
