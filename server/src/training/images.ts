import type { CropType } from '@kutu/contract/common'
import type { TrainingLabel } from '@kutu/contract/training-images'
import { contradictionOf } from '@kutu/vision/contradiction'
import type { Lesson } from '@kutu/vision/node'
import { type Selectable, sql } from 'kysely'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { tellingConflicts } from '../db/conflicts.ts'
import type { Tx } from '../db/database.ts'
import { lockNamed } from '../db/lock-named.ts'
import { keepPhoto } from '../detection/photos.ts'
import { refuse } from '../http/errors.ts'
import { enqueue } from '../jobs/jobs.ts'
import { floatsOf, keepEmbedding } from './embeddings.ts'
import { isTrustedExpert, type Judged, outcomeOf, type Vote } from './policy.ts'
import { findSeen } from './similar.ts'
import type { TrainingTables } from './tables.ts'

/** One transaction at a time adds or decides photos, so that what is alike is found and counted once. */
export async function lockTraining(tx: Tx): Promise<void> {
  await lockNamed(tx, 'training_images')
}

/** A photo to learn from. `from` is a user, or the pseudonym an imported one came with. */
export type NewImage = {
  from: { userId: string; votes: boolean } | { pseudonym: string }
  origin: 'upload' | 'report' | 'import'
  analysisId?: string
  sourceHash: string
  lesson: Lesson
  /** Where the photo is kept already. */
  photoHash?: string
  label: TrainingLabel | null
  cropType: CropType | null
}

/**
 * Adds a photo, or, where the same leaf photo is there already, one more opinion about it.
 * @throws Refusal duplicate_image when the same person sent it before
 */
export async function addImage(app: App, tx: Tx, image: NewImage): Promise<string> {
  await lockTraining(tx)
  const { lesson, sourceHash, label } = image
  const seen = await findSeen(app, tx, { sourceHash, ...lesson })
  const userId = 'userId' in image.from ? image.from.userId : null
  if (seen && (userId === null || (await hasSent(tx, userId, seen.id)))) throw refuse('duplicate_image')
  const photoHash = image.photoHash ?? (await keepPhoto(app, tx, lesson))
  const { id } = await tx
    .insertInto('training_images')
    .values({
      uploader_id: userId,
      pseudonym: 'pseudonym' in image.from ? image.from.pseudonym : null,
      ordinal: await nextOrdinal(tx, image.from),
      origin: image.origin,
      analysis_id: image.analysisId ?? null,
      photo_hash: photoHash,
      source_hash: sourceHash,
      fingerprint: String(lesson.fingerprint),
      given_label: label,
      label,
      crop_type: image.cropType,
      uploaded_at: app.clock.now(),
      state: seen ? 'duplicate' : 'waiting',
      reason: seen ? 'seen_before' : 'reported',
      duplicate_of: seen?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepEmbedding(app, tx, id, lesson.embedding)
  const votes = 'userId' in image.from && image.from.votes && label !== null
  if (votes && userId !== null)
    await addVote(app, tx, { imageId: seen?.id ?? id, expertId: userId, kind: 'upload', label })
  await settleImage(app, tx, seen?.id ?? id)
  await audit(app, tx, {
    actor: userId,
    action: 'training_image.added',
    subject: { type: 'training_image', id },
    after: { label, crop_type: image.cropType, origin: image.origin, is_duplicate: seen !== undefined },
  })
  return id
}

/** Whether a person sent this photo, or one that counts as it. */
async function hasSent(tx: Tx, userId: string, imageId: string): Promise<boolean> {
  const own = await tx
    .selectFrom('training_images')
    .select('id')
    .where('uploader_id', '=', userId)
    .where('state', '<>', 'withdrawn')
    .where(({ eb, or }) => or([eb('id', '=', imageId), eb('duplicate_of', '=', imageId)]))
    .executeTakeFirst()
  return own !== undefined
}

async function nextOrdinal(tx: Tx, from: NewImage['from']): Promise<number> {
  const key = 'userId' in from ? from.userId : from.pseudonym
  const { last } = await tx
    .selectFrom('training_images')
    .select(sql<number | null>`max(ordinal)`.as('last'))
    .where(sql`coalesce(uploader_id::text, pseudonym)`, '=', key)
    .executeTakeFirstOrThrow()
  return (last ?? -1) + 1
}

type NewVote = {
  imageId: string
  expertId: string
  kind: 'upload' | 'review' | 'control'
  label: TrainingLabel | null
  agreed?: boolean
}

/** An expert's word, once for each photo: an upload of one they have reviewed already adds none. */
export async function addVote(app: App, tx: Tx, { imageId, expertId, kind, label, agreed }: NewVote): Promise<void> {
  const row = { image_id: imageId, expert_id: expertId, kind, label, agreed: agreed ?? null, at: app.clock.now() }
  const insert = tx.insertInto('training_votes').values(row)
  const query = kind === 'upload' ? insert.onConflict(conflict => conflict.doNothing()) : insert
  await tellingConflicts(query.execute())
}

/** Brings a photo to the state that follows from what was said of it so far. */
export async function settleImage(app: App, tx: Tx, id: string): Promise<void> {
  const image = await tx.selectFrom('training_images').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (image.state === 'withdrawn' || image.state === 'duplicate') return
  const outcome = outcomeOf(await judgedOf(app, tx, image), image.given_label)
  const wasAccepted = image.state === 'accepted'
  const isAccepted = outcome.state === 'accepted'
  await tx
    .updateTable('training_images')
    .set({
      state: outcome.state,
      reason: outcome.reason,
      label: outcome.label,
      is_control: outcome.isControl,
      // A photo whose label changed is new to the sessions.
      accepted_as: !isAccepted
        ? null
        : wasAccepted && outcome.label === image.label
          ? image.accepted_as
          : sql<string>`nextval('training_images_accepted_as')`,
    })
    .where('id', '=', id)
    .execute()
  if (isAccepted && !wasAccepted) await enqueue(tx, 'start_training', {}, { key: 'start_training' })
}

type Settled = Pick<Selectable<TrainingTables['training_images']>, 'id' | 'origin' | 'pseudonym' | 'given_label'>

async function judgedOf(app: App, tx: Tx, { id, origin, pseudonym, given_label }: Settled): Promise<Judged> {
  const said = await tx
    .selectFrom('training_votes')
    .select(['expert_id as expertId', 'kind', 'label'])
    .where('image_id', '=', id)
    .where('kind', '<>', 'control')
    .orderBy('at')
    .orderBy('expert_id')
    .execute()
  const votes = said.flatMap(({ kind, ...vote }) => (kind === 'control' ? [] : [{ kind, ...vote }]))
  const isTrusted = await areTrusted(tx, votes)
  if (origin !== 'import') return { votes, isTrusted, modelSureOf: await sureOf(app, tx, id, votes) }
  // It was accepted where it came from: its label is one expert's word, believed until others disagree.
  const all: Vote[] = [{ expertId: pseudonym ?? '', kind: 'upload', label: given_label }, ...votes]
  return { votes: all, isTrusted, modelSureOf: votes.length === 0 ? null : await sureOf(app, tx, id, all) }
}

/** What the model is sure of against one of the labels; null where it is not that sure. */
async function sureOf(app: App, tx: Tx, id: string, votes: Judged['votes']): Promise<string | null> {
  const row = await tx
    .selectFrom('training_embeddings')
    .select('embedding')
    .where('image_id', '=', id)
    .where('network', '=', app.vision.card.version)
    .executeTakeFirst()
  if (!row) return null
  const embedding = floatsOf(row.embedding)
  for (const { label } of votes) {
    if (label === null) continue
    const { isStrong, modelSays } = contradictionOf({ embedding, label }, app.vision.active.head, app.vision.card)
    if (isStrong) return modelSays
  }
  return null
}

async function areTrusted(tx: Tx, votes: Judged['votes']): Promise<boolean> {
  const experts = votes.map(({ expertId }) => expertId)
  if (experts.length === 0) return true
  const people = await tx.selectFrom('training_people').selectAll().where('user_id', 'in', experts).execute()
  return people.every(isTrustedExpert)
}
