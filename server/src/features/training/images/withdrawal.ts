import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { deleteUnusedPhoto } from '../../detection/photos/photos.ts'
import { markWeeksOfTrainingImage } from '../../surveillance/weekly/mark-changed.ts'
import { addVote, lockTrainingImages, resolveLabel } from './images.ts'

/**
 * Erases one of the caller's photos. If others submitted the same leaf, the first of them takes its place.
 * @throws ApiError not_found, already_decided
 */
export async function withdrawImage(app: App, caller: Caller, id: string): Promise<void> {
  const photoHash = await withTransaction(app, async tx => {
    await lockTrainingImages(tx)
    const image = await tx
      .selectFrom('training_images')
      .selectAll()
      .where('id', '=', id)
      .where('uploader_id', '=', caller.id)
      .executeTakeFirstOrThrow(() => apiError('not_found'))
    if (image.state === 'withdrawn') throw apiError('already_decided')
    await eraseImage(tx, id)
    await markWeeksOfTrainingImage(tx, app, id)
    const countedImageId = image.duplicate_of ?? id
    await tx
      .deleteFrom('training_votes')
      .where('image_id', '=', countedImageId)
      .where('expert_id', '=', caller.id)
      .where('kind', '=', 'upload')
      .execute()
    if (image.duplicate_of !== null) await resolveLabel(app, tx, image.duplicate_of)
    else await promoteDuplicate(app, tx, id)
    await audit(app, tx, {
      actor: caller.id,
      action: 'training_image.withdrawn',
      subject: { type: 'training_image', id },
      before: { state: image.state },
    })
    return image.photo_hash
  })
  if (photoHash !== null) await deleteUnusedPhoto(app, photoHash)
}

async function eraseImage(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('training_embeddings').where('image_id', '=', id).execute()
  await tx
    .updateTable('training_images')
    .set({
      state: 'withdrawn',
      reason: null,
      disease: null,
      photo_hash: null,
      duplicate_of: null,
      accepted_as: null,
      is_control: false,
    })
    .where('id', '=', id)
    .execute()
}

/** Promotes the oldest duplicate of a removed photo and moves the votes and the other duplicates to it. */
async function promoteDuplicate(app: App, tx: Tx, removedId: string): Promise<void> {
  const successor = await tx
    .selectFrom('training_images')
    .select(['id', 'uploader_id', 'origin', 'given_label'])
    .where('duplicate_of', '=', removedId)
    .orderBy('uploaded_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!successor) return
  await tx
    .updateTable('training_images')
    .set({ state: 'waiting', reason: 'reported', duplicate_of: null })
    .where('id', '=', successor.id)
    .execute()
  await tx
    .updateTable('training_images')
    .set({ duplicate_of: successor.id })
    .where('duplicate_of', '=', removedId)
    .execute()
  await tx
    .insertInto('training_votes')
    .columns(['image_id', 'expert_id', 'kind', 'label', 'disease', 'agreed', 'at'])
    .expression(eb =>
      eb
        .selectFrom('training_votes')
        .select([sql.val(successor.id).as('image_id'), 'expert_id', 'kind', 'label', 'disease', 'agreed', 'at'])
        .where('image_id', '=', removedId)
        .where('kind', '<>', 'control')
        .$if(successor.uploader_id !== null, query => query.where('expert_id', '<>', successor.uploader_id ?? '')),
    )
    .execute()
  if (successor.origin === 'upload' && successor.uploader_id !== null)
    await addVote(app, tx, {
      imageId: successor.id,
      expertId: successor.uploader_id,
      kind: 'upload',
      label: successor.given_label,
    })
  await resolveLabel(app, tx, successor.id)
}
