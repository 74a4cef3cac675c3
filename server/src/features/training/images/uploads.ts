import type { CropType } from '@kutu/contract/common'
import type { TrainingImage, TrainingLabel } from '@kutu/contract/training/training-images'
import type { TrainingSample } from '@kutu/vision/node/vision'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import type { ReplyContext } from '../../../platform/http/handlers.ts'
import { contentHash } from '../../../platform/storage/file-store.ts'
import { type StoredPhoto, storePhoto } from '../../detection/photos/photos.ts'
import { mapVisionErrors } from '../../detection/vision-errors.ts'
import { addImage } from './images.ts'
import { getTrainingImage } from './own-images.ts'

/** The features of a stored upload and the hash of its bytes. */
export type PreparedUpload = { sourceHash: string; example: TrainingSample; photo: StoredPhoto }

/**
 * Extracts the features of a training photo and stores it. It takes long, so it runs before the transaction that saves
 * the photo. The expert decides whether it shows a leaf, not the model; only a blank photo is rejected.
 * @throws ApiError not_a_leaf, unsupported_type, image_unreadable, image_too_large, overloaded; StorageUnavailableError
 */
export async function prepareUpload(app: App, bytes: Uint8Array): Promise<PreparedUpload> {
  const example = await mapVisionErrors(app.vision.extractTrainingSample(bytes))
  if (example.isBlank) throw apiError('not_a_leaf')
  return { sourceHash: contentHash(bytes), example, photo: await storePhoto(app, example) }
}

type NewUpload = { prepared: PreparedUpload; label: TrainingLabel; cropType: CropType | undefined } & ReplyContext

/**
 * Saves a prepared upload as a training photo.
 * @throws ApiError duplicate_image when the caller submitted the same photo before
 */
export async function saveUpload(
  db: Db,
  app: App,
  caller: Caller,
  { prepared, label, cropType, ...context }: NewUpload,
): Promise<TrainingImage> {
  const id = await withTransaction(db, tx =>
    addImage(app, tx, {
      contributor: { userId: caller.id, canVote: true },
      origin: 'upload',
      ...prepared,
      label,
      cropType: cropType ?? null,
    }),
  )
  return getTrainingImage(db, app, caller, { id, ...context })
}
