import type { Page } from '@kutu/contract/common'
import type { TrainingImage, TrainingState } from '@kutu/contract/training-images'
import { answerTo } from '@kutu/vision/answer'
import type { Selectable } from 'kysely'
import type { App } from '../context.ts'
import { photoKey } from '../detection/photos.ts'
import { refuse } from '../http/errors.ts'
import { envelope, offsetOf } from '../http/paging.ts'
import type { Caller } from '../http/session.ts'
import { say } from '../text/say.ts'
import { floatsOf } from './embeddings.ts'
import type { TrainingTables } from './tables.ts'
import { countOf } from './tallies.ts'
import type { Asked } from './uploads.ts'

/** @throws Refusal not_found, also for another's */
export async function showImage(
  app: App,
  caller: Caller,
  { id, ...asked }: { id: string } & Asked,
): Promise<TrainingImage> {
  const row = await ownImages(app, caller).where('training_images.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('not_found')
  return presentImage(app, row, asked)
}

type Query = Page & { state?: TrainingState | undefined }

/** The caller's photos, newest first. */
export async function listImages(app: App, caller: Caller, { query, ...asked }: { query: Query } & Asked) {
  const { state } = query
  const own = ownImages(app, caller)
  const rows = await (state ? own.where('state', '=', state) : own)
    .orderBy('uploaded_at', 'desc')
    .orderBy('training_images.id', 'desc')
    .limit(query.page_size)
    .offset(offsetOf(query))
    .execute()
  const count = await countOf(app, caller.id, state)
  return envelope(
    asked.address,
    query,
    count,
    rows.map(row => presentImage(app, row, asked)),
  )
}

const ownImages = (app: App, caller: Caller) =>
  app.db
    .selectFrom('training_images')
    .leftJoin('training_embeddings', join =>
      join
        .onRef('training_embeddings.image_id', '=', 'training_images.id')
        .on('training_embeddings.network', '=', app.vision.card.version),
    )
    .selectAll('training_images')
    .select('training_embeddings.embedding')
    .where('uploader_id', '=', caller.id)

type Row = Selectable<TrainingTables['training_images']> & { embedding: Buffer | null }

function presentImage(app: App, row: Row, { language, address }: Asked): TrainingImage {
  const { id, photo_hash, label, given_label, crop_type, uploaded_at, origin, state, reason, embedding } = row
  return {
    id,
    image: photo_hash === null ? null : app.files.address(photoKey(photo_hash), address.origin),
    label,
    given_label,
    crop_type,
    uploaded_at: uploaded_at.toISOString(),
    origin,
    state,
    reason,
    message: say(language, `training.state.${state}`, { reason: reason ?? '' }),
    model: embedding === null ? null : modelAnswer(app, embedding),
  }
}

/** By the kept embedding: as quick for a hundred photos as for one. */
function modelAnswer(app: App, embedding: Buffer): NonNullable<TrainingImage['model']> {
  const { head, version } = app.vision.active
  const detection = answerTo(floatsOf(embedding), head, app.vision.card)
  return detection.isLeaf
    ? { is_leaf: true, rust_class: detection.rustClass, confidence: detection.confidence, version }
    : { is_leaf: false, rust_class: null, confidence: null, version }
}
