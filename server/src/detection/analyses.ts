import type { CropType, Language, Page, RustClass } from '@kutu/contract/common'
import type { Analysis, QualityWarning } from '@kutu/contract/detection'
import type { Diagnosis, Vision } from '@kutu/vision/node'
import type { Finding } from '@kutu/vision/settle'
import { countryOf } from '../accounts/country.ts'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { contentHash } from '../files/files.ts'
import { refuse } from '../http/errors.ts'
import { envelope, offsetOf } from '../http/paging.ts'
import type { Caller } from '../http/session.ts'
import { notify } from '../notifications/notify.ts'
import { photosOf } from './analysis-photos.ts'
import type { Reader } from './answer.ts'
import { heatmapKey, type KeptPictures, keepPictures, photoKey } from './photos.ts'
import { findingOf, presentAnalysis, type ShownRow } from './present-analysis.ts'
import { refusingBadPhotos } from './refusals.ts'
import { countAnalysis, countOf } from './tallies.ts'

/** What the model found in the bytes of this hash, and how to keep its pictures within the transaction of the new row. */
type Found = {
  sourceHash: string
  finding: Finding
  quality: QualityWarning[]
  modelVersion: string
  keep: (tx: Tx) => Promise<KeptPictures>
}
/** How an answer is to be told. */
export type Asked = { language: Language; address: URL }

/**
 * Diagnoses a photo. Takes a while, so it comes before the transaction that keeps what was found.
 * @throws Refusal not_a_leaf, unsupported_type, image_unreadable, image_too_large, overloaded
 */
export async function lookAtPhoto(app: App, bytes: Uint8Array): Promise<Found> {
  const sourceHash = contentHash(bytes)
  return (await foundBefore(app, sourceHash)) ?? (await findAnew(app, sourceHash, bytes))
}

/** Adds what was found in a photo to the caller's history. */
export async function addFound(
  app: App,
  caller: Caller,
  { found, cropType, ...asked }: { found: Found; cropType: CropType | undefined } & Asked,
): Promise<Analysis> {
  const { finding, quality, modelVersion, keep, sourceHash } = found
  const id = await write(app, async tx => {
    const pictures = await keep(tx)
    const added = { finding, quality, modelVersion, pictures, sourceHash, cropType: cropType ?? null }
    return addAnalysis(app, tx, caller, added)
  })
  return showAnalysis(app, caller, { id, ...asked })
}

/**
 * The same bytes under the same model were answered before, for whomever: that answer and its pictures hold, unless a
 * picture has been lost since and must be made again.
 */
async function foundBefore(app: App, sourceHash: string): Promise<Found | undefined> {
  const modelVersion = app.vision.active.version
  const row = await withPhoto(app)
    .where('analyses.source_hash', '=', sourceHash)
    .where('analyses.model_version', '=', modelVersion)
    .limit(1)
    .executeTakeFirst()
  if (!row || !(await arePicturesThere(app, row))) return undefined
  const pictures = { photoId: row.photo_id, heatmapHash: row.heatmap_hash }
  return { sourceHash, finding: findingOf(row), quality: row.quality, modelVersion, keep: async () => pictures }
}

async function arePicturesThere(app: App, { photo_hash, heatmap_hash }: ShownRow): Promise<boolean> {
  const isPhotoThere = await app.files.has(photoKey(photo_hash))
  return isPhotoThere && (heatmap_hash === null || (await app.files.has(heatmapKey(heatmap_hash))))
}

async function findAnew(app: App, sourceHash: string, bytes: Uint8Array): Promise<Found> {
  const diagnosis = await refusingBadPhotos(diagnoseOnce(app.vision, sourceHash, bytes))
  if (!diagnosis.isLeaf) throw refuse('not_a_leaf')
  const { quality, modelVersion } = diagnosis
  return { sourceHash, finding: diagnosis, quality, modelVersion, keep: tx => keepPictures(app, tx, diagnosis) }
}

const underWay = new WeakMap<Vision, Map<string, Promise<Diagnosis>>>()

/** Whoever sends the same bytes while they are being looked at waits for that answer: an impatient phone costs nothing. */
function diagnoseOnce(vision: Vision, sourceHash: string, bytes: Uint8Array): Promise<Diagnosis> {
  const pending = underWay.get(vision) ?? new Map<string, Promise<Diagnosis>>()
  underWay.set(vision, pending)
  const other = pending.get(sourceHash)
  if (other) return other
  const answer = vision.diagnose(bytes).finally(() => pending.delete(sourceHash))
  pending.set(sourceHash, answer)
  return answer
}

/** Adds one answer and counts it. */
export async function addAnalysis(
  app: App,
  tx: Tx,
  caller: Caller,
  added: Omit<Found, 'keep'> & { pictures: KeptPictures; cropType: CropType | null },
): Promise<string> {
  const { finding, quality, modelVersion: model_version, pictures, sourceHash, cropType } = added
  const { rustClass, verdict } = finding
  const at = app.clock.now()
  const { id } = await tx
    .insertInto('analyses')
    .values({
      farmer_id: caller.id,
      photo_id: pictures.photoId,
      source_hash: sourceHash,
      uploaded_at: at,
      crop_type: cropType,
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
  await countAnalysis(app, tx, { farmerId: caller.id, rustClass, at })
  await audit(app, tx, {
    actor: caller.id,
    action: 'analysis.added',
    subject: { type: 'analysis', id },
    after: { rust_class: rustClass, verdict, crop_type: cropType, model_version },
  })
  // A photo that waited on a phone without a network may be answered long after it was taken.
  const subject = { type: 'analysis', id } as const
  const details = { answer: verdict === 'uncertain' ? verdict : rustClass }
  await notify(app, tx, [{ to: caller.id, type: 'image_analysis', details, subject, cause: id }])
  return id
}

/** @throws Refusal not_found, also for another's analysis */
export async function showAnalysis(
  app: App,
  caller: Caller,
  { id, ...asked }: { id: string } & Asked,
): Promise<Analysis> {
  const row = await shownRows(app, caller).where('analyses.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('not_found')
  const reader = await readerOf(app, caller, asked)
  const photos = await photosOf(app, [id], reader)
  return presentAnalysis(app, { ...row, photos: photos.get(id) }, reader)
}

export async function listAnalyses(
  app: App,
  caller: Caller,
  { query, ...asked }: { query: Page & { rust_class?: RustClass | undefined } } & Asked,
) {
  const { rust_class } = query
  const own = shownRows(app, caller)
  const rows = await (rust_class ? own.where('analyses.rust_class', '=', rust_class) : own)
    .orderBy('analyses.uploaded_at', 'desc')
    .orderBy('analyses.id', 'desc')
    .limit(query.page_size)
    .offset(offsetOf(query))
    .execute()
  const reader = await readerOf(app, caller, asked)
  const count = await countOf(app, caller.id, rust_class)
  const photos = await photosOf(
    app,
    rows.map(({ id }) => id),
    reader,
  )
  return envelope(
    asked.address,
    query,
    count,
    rows.map(row => presentAnalysis(app, { ...row, photos: photos.get(row.id) }, reader)),
  )
}

const shownRows = (app: App, caller: Caller) => withPhoto(app).where('analyses.farmer_id', '=', caller.id)

const withPhoto = (app: App) =>
  app.db
    .selectFrom('analyses')
    .innerJoin('photos', 'photos.id', 'analyses.photo_id')
    .selectAll('analyses')
    .select('photos.hash as photo_hash')

async function readerOf(app: App, caller: Caller, { language, address }: Asked): Promise<Reader> {
  return { language, country: await countryOf(app, caller.id), origin: address.origin }
}
