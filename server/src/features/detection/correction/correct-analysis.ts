import { findQuestion, hasAnswer } from '@kutu/advice/field-questions'
import type { RustClass } from '@kutu/contract/common'
import type { Analysis, AnalysisCorrection, FieldAnswer } from '@kutu/contract/detection'
import { parseStatedCrop, type StatedCrop } from '@kutu/vision/inference/crop'
import { answerEmbeddings, type Finding, type LeafDetection, type NotALeaf } from '@kutu/vision/inference/detect'
import { combinePlantPhotos } from '@kutu/vision/inference/plant'
import type { ActiveHead } from '@kutu/vision/node/vision'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { decodeFloat32, encodeFloat32 } from '../../../platform/float32-bytes.ts'
import { apiError, fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import type { ReplyContext } from '../../../platform/http/handlers.ts'
import { markChangedWeeks } from '../../surveillance/weekly/mark-changed.ts'
import { getAnalysis, toFindingColumns } from '../analyses/analyses.ts'
import { countOutcome } from '../analyses/diagnose-photo.ts'
import { moveFollowUp } from '../follow-ups/follow-ups.ts'
import { photoKey } from '../photos/photos.ts'
import { mapVisionErrors } from '../vision-errors.ts'
import { plantCrop } from './same-plant.ts'

type AnsweredPhoto = { photo: StoredAnalysisPhoto; answer: AnsweredLeaf | NotALeaf | undefined }

/** The new answer of an analysis, from the crop that the farmer has corrected. */
export type CorrectedAnswer = {
  id: string
  finding: Finding
  /** The photo that represents the analysis. */
  leading: { photo: StoredAnalysisPhoto; answer: AnsweredLeaf; showsHeatmap: boolean }
  photos: AnsweredPhoto[]
  modelVersion: string
  networkVersion: string
}

/**
 * Answers one of the caller's analyses again with another crop, by the active version of the model. It may diagnose photos
 * again, so it runs before the transaction that saves the result.
 * @throws ApiError not_found, also for an analysis of another user and for photos that are lost; not_a_leaf when an
 * analysis of an earlier network shows no leaf for this one; overloaded; StorageUnavailableError
 */
export async function answerAgain(
  app: App,
  caller: Caller,
  { id, crop_type }: { id: string } & AnalysisCorrection,
): Promise<CorrectedAnswer> {
  const stored = await loadStoredAnalysis(app.db, caller, id)
  if (!stored) throw apiError('not_found')
  const { active: head, card } = app.vision
  const statedCrop = parseStatedCrop(crop_type)
  const answersByHash = new Map<string, AnsweredLeaf | NotALeaf | undefined>()
  const photos: AnsweredPhoto[] = []
  for (const photo of stored) {
    // The same photo sent twice has one answer, which counts once.
    if (!answersByHash.has(photo.hash))
      answersByHash.set(photo.hash, await answerStoredPhoto(app, photo, { head, statedCrop }))
    photos.push({ photo, answer: answersByHash.get(photo.hash) })
  }
  const answers = photos.flatMap(({ answer }) => answer ?? [])
  if (answers.length === 0) throw apiError('not_found')
  const combined = combinePlantPhotos<AnsweredLeaf>(answers, card, statedCrop)
  if (combined === null) throw apiError('not_a_leaf')
  const { finding, leading: answer, showsHeatmap } = combined
  const photo = photos.find(each => each.answer === answer)?.photo
  if (!photo) throw new Error('The leading answer belongs to one of the photos')
  const leading = { photo, answer, showsHeatmap }
  return { id, finding, leading, photos, modelVersion: head.version, networkVersion: card.version }
}

/**
 * Saves the new answer and the crop. Nobody is notified: the farmer is looking at it. The
 * same correction twice changes nothing.
 * @throws ApiError not_found when the analysis has been erased meanwhile
 */
export async function saveCorrection(
  app: App,
  caller: Caller,
  { corrected, crop_type, ...context }: { corrected: CorrectedAnswer } & AnalysisCorrection & ReplyContext,
): Promise<Analysis> {
  const { id, finding, modelVersion, networkVersion } = corrected
  await withTransaction(app, async tx => {
    const before = await tx
      .selectFrom('analyses')
      .select(['crop_type', 'rust_class', 'verdict', 'band', 'confidence', 'model_version'])
      .select(['network_version', 'uploaded_at', 'taken_at'])
      .where('id', '=', id)
      .where('farmer_id', '=', caller.id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => apiError('not_found'))
    const isUnchanged =
      before.crop_type === crop_type &&
      before.model_version === modelVersion &&
      before.network_version === networkVersion &&
      before.band === finding.band &&
      before.confidence === finding.confidence
    const drawing = await saveDrawings(tx, corrected)
    if (isUnchanged) return
    await tx
      .updateTable('analyses')
      .set({
        ...toFindingColumns(finding),
        ...drawing,
        crop_type,
        model_version: modelVersion,
        network_version: networkVersion,
        corrected_at: app.clock.now(),
        plant_id: sql`case when ${plantCrop} = ${crop_type ?? finding.crop?.toUpperCase() ?? ''} then plant_id end`,
      })
      .where('id', '=', id)
      .execute()
    const { uploaded_at: at, rust_class, verdict, band, model_version } = before
    await markChangedWeeks(tx, app, sql`a.id = ${id}::uuid`)
    await moveFollowUp(app, tx, { farmerId: caller.id, analysisId: id, crop: finding.crop, band: finding.band, at })
    await audit(app, tx, {
      actor: caller.id,
      action: 'analysis.corrected',
      subject: { type: 'analysis', id },
      before: { rust_class, verdict, band, crop_type: before.crop_type, model_version },
      after: {
        rust_class: finding.rustClass,
        verdict: finding.verdict,
        band: finding.band,
        crop_type,
        model_version: modelVersion,
      },
    })
  })
  return getAnalysis(app.db, app, caller, { id, ...context })
}

/** Saves the answers of the single photos. Returns the columns of the analysis. */
async function saveDrawings(tx: Tx, { leading, photos }: CorrectedAnswer) {
  for (const { photo, answer } of photos) {
    if (photo.plantPhotoId === null || !answer?.isLeaf) continue
    await tx
      .updateTable('analysis_photos')
      .set({
        rust_class: answer.rustClass,
        confidence: answer.confidence,
        verdict: answer.verdict,
        band: answer.band,
        heatmap: answer.heatmap,
        view_embeddings: answer.viewEmbeddings,
      })
      .where('id', '=', photo.plantPhotoId)
      .execute()
  }
  return {
    photo_id: leading.photo.photoId,
    heatmap: leading.showsHeatmap ? leading.answer.heatmap : null,
    view_embeddings: leading.photo.plantPhotoId === null ? leading.answer.viewEmbeddings : null,
  }
}

/** A photo of an analysis; `plantPhotoId` is null for the only photo of an analysis. */
type StoredAnalysisPhoto = StoredLeaf & { photoId: string; plantPhotoId: string | null }

/** Returns the photos of leaves of one of the caller's analyses, in upload order; undefined for any other id. */
async function loadStoredAnalysis(db: Db, caller: Caller, id: string): Promise<StoredAnalysisPhoto[] | undefined> {
  const row = await db
    .selectFrom('analyses')
    .innerJoin('photos', 'photos.id', 'analyses.photo_id')
    .select(['photo_id', 'hash', 'view_embeddings', 'network_version'])
    .select(['rust_class', 'disease', 'heatmap', 'affected_area'])
    .where('analyses.id', '=', id)
    .where('farmer_id', '=', caller.id)
    .executeTakeFirst()
  if (!row) return undefined
  const plantPhotos = await db
    .selectFrom('analysis_photos')
    .innerJoin('photos', 'photos.id', 'analysis_photos.photo_id')
    .select(['analysis_photos.id', 'photo_id', 'hash', 'view_embeddings'])
    .where('analysis_id', '=', id)
    .orderBy('position')
    .execute()
  const { hash, view_embeddings: viewEmbeddings, network_version: networkVersion } = row
  if (plantPhotos.length === 0) {
    const { photo_id: photoId, rust_class: rustClass, disease, heatmap, affected_area: affectedArea } = row
    const drawn = { rustClass, disease, heatmap, affectedArea }
    return [{ photoId, plantPhotoId: null, hash, viewEmbeddings, networkVersion, drawn }]
  }
  return plantPhotos.flatMap(({ id: plantPhotoId, photo_id: photoId, view_embeddings, ...photo }) =>
    photoId === null
      ? []
      : [{ ...photo, photoId, plantPhotoId, viewEmbeddings: view_embeddings, networkVersion, drawn: null }],
  )
}

/** The heat map and the affected area that belong to an answer. */
type Drawing = { heatmap: Uint8Array | null; affectedArea: number | null }

/** A stored photo of a leaf and what is known about it. */
type StoredLeaf = {
  hash: string
  viewEmbeddings: Buffer | null
  /** The network of the embeddings; null in analyses of earlier releases. */
  networkVersion: string | null
  /** The stored answer and its drawing; null for photos of a plant, whose area is not stored. */
  drawn: (Drawing & { rustClass: RustClass; disease: string | null }) | null
}

/** The new answer about a leaf. */
type AnsweredLeaf = LeafDetection & Drawing & { viewEmbeddings: Buffer }

/**
 * Answers about a stored photo with another crop, from its stored embeddings if they are of the active network. The photo
 * itself is diagnosed again if they are not, and for the heat map of another class.
 * @returns undefined when the photo has been lost from storage and there is nothing to answer from
 * @throws ApiError overloaded; StorageUnavailableError
 */
async function answerStoredPhoto(
  app: App,
  leaf: StoredLeaf,
  { head, statedCrop }: { head: ActiveHead; statedCrop: StatedCrop },
): Promise<AnsweredLeaf | NotALeaf | undefined> {
  const { card } = app.vision
  const { viewEmbeddings, drawn } = leaf
  const diagnoseAgain = async () => {
    const file = await app.files.get(photoKey(leaf.hash))
    return file && mapVisionErrors(countOutcome(app.vision.diagnose(file.bytes, { head, statedCrop })))
  }

  if (viewEmbeddings === null || leaf.networkVersion !== card.version) {
    const again = await diagnoseAgain()
    return again?.isLeaf ? { ...again, viewEmbeddings: encodeFloat32(again.viewEmbeddings) } : again
  }

  const detection = answerEmbeddings(decodeFloat32(viewEmbeddings), { card, head: head.head }, statedCrop)
  if (!detection.isLeaf) return detection
  const answer = { ...detection, viewEmbeddings, heatmap: null, affectedArea: null }
  if (detection.rustClass === 'healthy') return answer
  if (drawn !== null && drawn.rustClass === detection.rustClass && drawn.disease === detection.disease)
    return { ...answer, heatmap: drawn.heatmap, affectedArea: drawn.affectedArea }
  const again = await diagnoseAgain()
  // The stored photo is not the uploaded one to the last pixel, so it may fall into another class.
  if (!again?.isLeaf || again.rustClass !== detection.rustClass) return answer
  return { ...answer, affectedArea: again.affectedArea, heatmap: again.heatmap }
}

/**
 * Stores what the farmer has seen at the plant of one of the caller's analyses, in place of earlier answers. The model's own
 * answer stays as it is, and with it every statistic.
 * @throws ApiError not_found, also for an analysis of another user; validation_failed for an unknown question or answer and for
 * two answers to one question
 */
export async function answerQuestions(
  app: App,
  caller: Caller,
  { id, answers, ...context }: { id: string; answers: FieldAnswer[] } & ReplyContext,
): Promise<Analysis> {
  const isKnown = answers.every(({ question: questionId, answer }) => {
    const question = findQuestion(questionId)
    return question !== undefined && hasAnswer(question, answer)
  })
  if (!isKnown || new Set(answers.map(({ question }) => question)).size < answers.length)
    throw fieldError('answers', 'field.invalid')
  const { numUpdatedRows } = await app.db
    .updateTable('analyses')
    .set({ answers: JSON.stringify(answers) })
    .where('id', '=', id)
    .where('farmer_id', '=', caller.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw apiError('not_found')
  return getAnalysis(app.db, app, caller, { id, ...context })
}
