import type { TrainingLabel } from '@kutu/contract/training/training-images'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { isAnalysisPosted } from '../../community/posts/post-photos.ts'
import { findAnalysisPhoto } from '../../detection/analyses/find-analysis.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { mapVisionErrors } from '../../detection/vision-errors.ts'
import { addImage } from '../images/images.ts'

const canVote = ({ role, isApproved }: Caller): boolean => role === 'expert' && isApproved

/**
 * Returns the photo of an analysis that the caller may report: an own one, or, for approved experts, one that a post
 * shows.
 * @throws ApiError not_found
 */
async function findReportablePhoto(db: Db, caller: Caller, analysisId: string) {
  const photo = await findAnalysisPhoto(db, analysisId)
  if (!photo) throw apiError('not_found')
  const isOwn = photo.farmerId === caller.id
  if (!isOwn && !(canVote(caller) && (await isAnalysisPosted(db, analysisId, photo.hash)))) throw apiError('not_found')
  return { ...photo, isOwn }
}

/**
 * Extracts the features of the photo of a reported analysis.
 * @throws ApiError not_found; label_required when an expert reports a farmer's analysis without a label
 */
export async function prepareReport(app: App, caller: Caller, analysisId: string, label: TrainingLabel | undefined) {
  const photo = await findReportablePhoto(app.db, caller, analysisId)
  if (!photo.isOwn && label === undefined)
    throw apiError('label_required', { fields: [{ field: 'label', key: 'error.label_required' }] })
  const file = await app.files.get(photoKey(photo.hash))
  if (!file) throw apiError('not_found')
  return { analysisId, label, example: await mapVisionErrors(app.vision.extractTrainingSample(file.bytes)) }
}

type PreparedReport = Awaited<ReturnType<typeof prepareReport>>

/**
 * Adds the photo of a reported analysis to the review queue. The reporter's label is a vote only if the reporter is an
 * approved expert.
 * @throws ApiError duplicate_image when the caller reported or submitted it before; not_found when no post shows it any
 * more
 */
export async function reportAnalysis(db: Db, app: App, caller: Caller, { analysisId, example, label }: PreparedReport) {
  const id = await withTransaction(db, async tx => {
    const photo = await findReportablePhoto(tx, caller, analysisId)
    return addImage(app, tx, {
      contributor: { userId: caller.id, canVote: canVote(caller) },
      origin: 'report',
      analysisId,
      sourceHash: photo.sourceHash,
      photo: photo.hash,
      example,
      label: label ?? null,
      cropType: photo.cropType,
    })
  })
  const { state, uploaded_at } = await db
    .selectFrom('training_images')
    .select(['state', 'uploaded_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, label: label ?? null, state, uploaded_at: uploaded_at.toISOString() }
}
