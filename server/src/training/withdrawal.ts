import { sql } from 'kysely'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { dropUnusedPhoto } from '../detection/photos.ts'
import { refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { addVote, lockTraining, settleImage } from './images.ts'

/**
 * Forgets an own photo. Others who sent the same leaf keep theirs: the first of them takes its place.
 * @throws Refusal not_found, already_decided
 */
export async function withdrawImage(app: App, caller: Caller, id: string): Promise<void> {
  const photoHash = await write(app, async tx => {
    await lockTraining(tx)
    const image = await tx
      .selectFrom('training_images')
      .selectAll()
      .where('id', '=', id)
      .where('uploader_id', '=', caller.id)
      .executeTakeFirst()
    if (!image) throw refuse('not_found')
    if (image.state === 'withdrawn') throw refuse('already_decided')
    await forget(tx, id)
    const countedAs = image.duplicate_of ?? id
    await tx
      .deleteFrom('training_votes')
      .where('image_id', '=', countedAs)
      .where('expert_id', '=', caller.id)
      .where('kind', '=', 'upload')
      .execute()
    if (image.duplicate_of !== null) await settleImage(app, tx, image.duplicate_of)
    else await handOver(app, tx, id)
    await audit(app, tx, {
      actor: caller.id,
      action: 'training_image.withdrawn',
      subject: { type: 'training_image', id },
      before: { state: image.state },
    })
    return image.photo_hash
  })
  if (photoHash !== null) await dropUnusedPhoto(app, photoHash)
}

async function forget(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('training_embeddings').where('image_id', '=', id).execute()
  await tx
    .updateTable('training_images')
    .set({
      state: 'withdrawn',
      reason: null,
      photo_hash: null,
      duplicate_of: null,
      accepted_as: null,
      is_control: false,
    })
    .where('id', '=', id)
    .execute()
}

/** The first who sent the same leaf later takes the place of a photo that is gone, with all that was said of it. */
async function handOver(app: App, tx: Tx, gone: string): Promise<void> {
  const heir = await tx
    .selectFrom('training_images')
    .select(['id', 'uploader_id', 'origin', 'given_label'])
    .where('duplicate_of', '=', gone)
    .orderBy('uploaded_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!heir) return
  await tx
    .updateTable('training_images')
    .set({ state: 'waiting', reason: 'reported', duplicate_of: null })
    .where('id', '=', heir.id)
    .execute()
  await tx.updateTable('training_images').set({ duplicate_of: heir.id }).where('duplicate_of', '=', gone).execute()
  await tx
    .insertInto('training_votes')
    .columns(['image_id', 'expert_id', 'kind', 'label', 'at'])
    .expression(eb =>
      eb
        .selectFrom('training_votes')
        .select([sql.val(heir.id).as('image_id'), 'expert_id', 'kind', 'label', 'at'])
        .where('image_id', '=', gone)
        .where('kind', '<>', 'control')
        .$if(heir.uploader_id !== null, query => query.where('expert_id', '<>', heir.uploader_id ?? '')),
    )
    .execute()
  if (heir.origin === 'upload' && heir.uploader_id !== null)
    await addVote(app, tx, { imageId: heir.id, expertId: heir.uploader_id, kind: 'upload', label: heir.given_label })
  await settleImage(app, tx, heir.id)
}
