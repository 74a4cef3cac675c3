import type { TrainingLabel } from '@kutu/contract/training-images'
import type { App } from '../context.ts'
import { write } from '../db/write.ts'
import { reportedPhoto } from '../detection/own-analyses.ts'
import { photoKey } from '../detection/photos.ts'
import { refusingBadPhotos } from '../detection/refusals.ts'
import { refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { addImage } from './images.ts'

/** The photo of an answer that its owner calls wrong, looked at again for what there is to learn from it. */
export async function studyReported(app: App, caller: Caller, analysisId: string) {
  const photo = await reportedPhoto(app.db, caller.id, analysisId)
  if (!photo) throw refuse('not_found')
  const file = await app.files.get(photoKey(photo.hash))
  if (!file) throw refuse('not_found')
  return { photo, analysisId, lesson: await refusingBadPhotos(app.vision.study(file.bytes)) }
}

type Reported = Awaited<ReturnType<typeof studyReported>> & { label: TrainingLabel | undefined }

/**
 * Puts the photo before experts. What the reporter takes it for is a vote only where the reporter is an approved expert.
 * @throws Refusal duplicate_image when the caller reported or submitted it before
 */
export async function reportAnalysis(app: App, caller: Caller, { photo, analysisId, lesson, label }: Reported) {
  const id = await write(app, tx =>
    addImage(app, tx, {
      from: { userId: caller.id, votes: caller.role === 'expert' && caller.isApproved },
      origin: 'report',
      analysisId,
      sourceHash: photo.sourceHash,
      photoHash: photo.hash,
      lesson,
      label: label ?? null,
      cropType: photo.cropType,
    }),
  )
  const { state, uploaded_at } = await app.db
    .selectFrom('training_images')
    .select(['state', 'uploaded_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, label: label ?? null, state, uploaded_at: uploaded_at.toISOString() }
}
