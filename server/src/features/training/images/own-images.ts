import type { PageQuery } from '@kutu/contract/common'
import type { TrainingImage, TrainingState } from '@kutu/contract/training/training-images'
import { classifyEmbedding } from '@kutu/vision/inference/detect'
import type { InferResult } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { decodeFloat32 } from '../../../platform/float32-bytes.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import type { ReplyContext } from '../../../platform/http/handlers.ts'
import { onPage, pageReply } from '../../../platform/http/pagination.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { countUserImages } from './image-counts.ts'

/**
 * Returns one of the caller's training photos.
 * @throws ApiError not_found, also for a photo of another user
 */
export async function getTrainingImage(
  db: Db,
  app: App,
  caller: Caller,
  { id, ...context }: { id: string } & ReplyContext,
): Promise<TrainingImage> {
  const row = await selectOwnImages(db, app, caller).where('training_images.id', '=', id).executeTakeFirst()
  if (!row) throw apiError('not_found')
  return presentImage(app, row, context)
}

type Query = PageQuery & { state?: TrainingState | undefined }

/** Returns the caller's photos, newest first. */
export async function listTrainingImages(
  app: App,
  caller: Caller,
  { query, ...context }: { query: Query } & ReplyContext,
) {
  const { state } = query
  const images = selectOwnImages(app.db, app, caller)
  const rows = await (state ? images.where('state', '=', state) : images)
    .orderBy('uploaded_at', 'desc')
    .orderBy('training_images.id', 'desc')
    .$call(onPage(query))
    .execute()
  const count = await countUserImages(app, caller.id, state)
  const results = rows.map(row => presentImage(app, row, context))
  return pageReply(context.url, query, count, results)
}

const selectOwnImages = (db: Db, app: App, caller: Caller) =>
  db
    .selectFrom('training_images')
    .leftJoin('training_embeddings', join =>
      join
        .onRef('training_embeddings.image_id', '=', 'training_images.id')
        .on('training_embeddings.network', '=', app.vision.card.version),
    )
    .selectAll('training_images')
    .select('training_embeddings.embedding')
    .where('uploader_id', '=', caller.id)

type Row = InferResult<ReturnType<typeof selectOwnImages>>[number]

function presentImage(app: App, row: Row, { language, url }: ReplyContext): TrainingImage {
  const { photo_hash, uploaded_at, state, reason, embedding } = row
  return {
    ...row,
    image: photo_hash === null ? null : app.files.signedUrl(photoKey(photo_hash), url.origin),
    uploaded_at: uploaded_at.toISOString(),
    message: t(language, `training.state.${state}`, { reason: reason ?? '' }),
    model: embedding === null ? null : predictFromEmbedding(app, embedding),
  }
}

/** Applies the active head to the stored embedding, which is fast enough for a whole page. */
function predictFromEmbedding(app: App, embedding: Buffer): NonNullable<TrainingImage['model']> {
  const { head, version } = app.vision.active
  const detection = classifyEmbedding(decodeFloat32(embedding), head, app.vision.card)
  return detection.isLeaf
    ? { is_leaf: true, rust_class: detection.rustClass, confidence: detection.confidence, version }
    : { is_leaf: false, rust_class: null, confidence: null, version }
}
