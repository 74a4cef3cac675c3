import type { TrainingLabel } from '@kutu/contract/training-images'
import type { Kysely } from 'kysely'
import { showsAnalysis } from '../community/post-photos.ts'
import type { App } from '../context.ts'
import type { Database } from '../db/database.ts'
import { write } from '../db/write.ts'
import { reportedPhoto } from '../detection/own-analyses.ts'
import { photoKey } from '../detection/photos.ts'
import { refusingBadPhotos } from '../detection/refusals.ts'
import { refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { addImage } from './images.ts'

const hasVote = ({ role, isApproved }: Caller): boolean => role === 'expert' && isApproved

/**
 * The photo of an answer that the caller may call wrong: an own one, or, for an approved expert, one that a post shows.
 * @throws Refusal not_found
 */
async function photoToReport(db: Kysely<Database>, caller: Caller, analysisId: string) {
  const photo = await reportedPhoto(db, analysisId)
  if (!photo) throw refuse('not_found')
  const isOwn = photo.farmerId === caller.id
  if (!isOwn && !(hasVote(caller) && (await showsAnalysis(db, analysisId, photo.hash)))) throw refuse('not_found')
  return { ...photo, isOwn }
}

/**
 * The photo of an answer that is called wrong, looked at again for what there is to learn from it.
 * @throws Refusal not_found, label_required where an expert calls a farmer's wrong and does not say what it is
 */
export async function studyReported(app: App, caller: Caller, analysisId: string, label: TrainingLabel | undefined) {
  const photo = await photoToReport(app.db, caller, analysisId)
  if (!photo.isOwn && label === undefined)
    throw refuse('label_required', { fields: [{ field: 'label', key: 'error.label_required' }] })
  const file = await app.files.get(photoKey(photo.hash))
  if (!file) throw refuse('not_found')
  return { analysisId, label, lesson: await refusingBadPhotos(app.vision.study(file.bytes)) }
}

type Reported = Awaited<ReturnType<typeof studyReported>>

/**
 * Puts the photo before experts. What the reporter takes it for is a vote only where the reporter is an approved expert.
 * @throws Refusal duplicate_image when the caller reported or submitted it before; not_found when no post shows it any more
 */
export async function reportAnalysis(app: App, caller: Caller, { analysisId, lesson, label }: Reported) {
  const id = await write(app, async tx => {
    const photo = await photoToReport(tx, caller, analysisId)
    return addImage(app, tx, {
      from: { userId: caller.id, votes: hasVote(caller) },
      origin: 'report',
      analysisId,
      sourceHash: photo.sourceHash,
      photoHash: photo.hash,
      lesson,
      label: label ?? null,
      cropType: photo.cropType,
    })
  })
  const { state, uploaded_at } = await app.db
    .selectFrom('training_images')
    .select(['state', 'uploaded_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, label: label ?? null, state, uploaded_at: uploaded_at.toISOString() }
}
