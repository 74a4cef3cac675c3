import type { CropType, Language, Page, RustClass } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
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
import type { Reader } from './answer.ts'
import { heatmapKey, type KeptPictures, keepPictures, photoKey } from './photos.ts'
import { findingOf, presentAnalysis, type ShownRow } from './present-analysis.ts'
import { refusingBadPhotos } from './refusals.ts'
import { countAnalysis, countOf } from './tallies.ts'

/** What the model found, and how to keep its pictures within the transaction of the new row. */
type Found = { finding: Finding; keep: (tx: Tx) => Promise<KeptPictures> }

/**
 * Diagnoses a photo and adds the answer to the caller's history.
 * @throws Refusal not_a_leaf, unsupported_type, image_unreadable, image_too_large, overloaded
 */
export async function detectRust(
  app: App,
  caller: Caller,
  { bytes, cropType, language }: { bytes: Uint8Array; cropType: CropType | undefined; language: Language },
): Promise<Analysis> {
  const sourceHash = contentHash(bytes)
  const { finding, keep } = (await foundBefore(app, sourceHash)) ?? (await findAnew(app, bytes))
  const id = await write(app, async tx => {
    const pictures = await keep(tx)
    return addAnalysis(app, tx, caller, { finding, pictures, sourceHash, cropType: cropType ?? null })
  })
  return showAnalysis(app, caller, { id, language })
}

/**
 * The same bytes under the same model were answered before, for whomever: that answer and its pictures hold, unless a
 * picture has been lost since and must be made again.
 */
async function foundBefore(app: App, sourceHash: string): Promise<Found | undefined> {
  const row = await withPhoto(app)
    .where('analyses.source_hash', '=', sourceHash)
    .where('analyses.model_version', '=', app.vision.card.version)
    .limit(1)
    .executeTakeFirst()
  if (!row || !(await arePicturesThere(app, row))) return undefined
  const pictures = { photoId: row.photo_id, heatmapHash: row.heatmap_hash }
  return { finding: findingOf(row), keep: async () => pictures }
}

async function arePicturesThere(app: App, { photo_hash, heatmap_hash }: ShownRow): Promise<boolean> {
  const isPhotoThere = await app.files.has(photoKey(photo_hash))
  return isPhotoThere && (heatmap_hash === null || (await app.files.has(heatmapKey(heatmap_hash))))
}

async function findAnew(app: App, bytes: Uint8Array): Promise<Found> {
  const diagnosis = await refusingBadPhotos(app.vision.diagnose(bytes))
  if (!diagnosis.isLeaf) throw refuse('not_a_leaf')
  return { finding: diagnosis, keep: tx => keepPictures(app, tx, diagnosis) }
}

async function addAnalysis(
  app: App,
  tx: Tx,
  caller: Caller,
  added: { finding: Finding; pictures: KeptPictures; sourceHash: string; cropType: CropType | null },
): Promise<string> {
  const { finding, pictures, sourceHash, cropType } = added
  const { rustClass, verdict } = finding
  const at = app.clock.now()
  const model_version = app.vision.card.version
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
  return id
}

/** @throws Refusal not_found, also for another's analysis */
export async function showAnalysis(
  app: App,
  caller: Caller,
  { id, language }: { id: string; language: Language },
): Promise<Analysis> {
  const row = await shownRows(app, caller).where('analyses.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('not_found')
  return presentAnalysis(app, row, await readerOf(app, caller, language))
}

export async function listAnalyses(
  app: App,
  caller: Caller,
  {
    query,
    address,
    language,
  }: { query: Page & { rust_class?: RustClass | undefined }; address: URL; language: Language },
) {
  const { rust_class } = query
  const own = shownRows(app, caller)
  const rows = await (rust_class ? own.where('analyses.rust_class', '=', rust_class) : own)
    .orderBy('analyses.uploaded_at', 'desc')
    .orderBy('analyses.id', 'desc')
    .limit(query.page_size)
    .offset(offsetOf(query))
    .execute()
  const reader = await readerOf(app, caller, language)
  const count = await countOf(app, caller.id, rust_class)
  return envelope(
    address,
    query,
    count,
    rows.map(row => presentAnalysis(app, row, reader)),
  )
}

const shownRows = (app: App, caller: Caller) => withPhoto(app).where('analyses.farmer_id', '=', caller.id)

const withPhoto = (app: App) =>
  app.db
    .selectFrom('analyses')
    .innerJoin('photos', 'photos.id', 'analyses.photo_id')
    .selectAll('analyses')
    .select('photos.hash as photo_hash')

async function readerOf(app: App, caller: Caller, language: Language): Promise<Reader> {
  return { language, country: await countryOf(app, caller.id), linkBase: app.config.linkBase }
}
