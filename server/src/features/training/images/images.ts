import type { CropType } from '@kutu/contract/common'
import type { TrainingLabel } from '@kutu/contract/training/training-images'
import type { TrainingSample } from '@kutu/vision/node/vision'
import { findContradiction } from '@kutu/vision/refit/label-contradiction'
import { type Selectable, sql } from 'kysely'
import type { App } from '../../../context.ts'
import { advisoryLock } from '../../../platform/db/advisory-lock.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { decodeFloat32, encodeFloat32 } from '../../../platform/float32-bytes.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { insertPhotos, type StoredPhoto } from '../../detection/photos/photos.ts'
import { markWeeksOfTrainingImage } from '../../surveillance/weekly/mark-changed.ts'
import { findExcludedExperts } from '../administration/excluded-experts.ts'
import { loadVoteWeight } from '../review/agreement.ts'
import { agreeOnDisease, decideOutcome, type LabelEvidence, type LabelOutcome, type Vote } from '../review/policy.ts'
import type { TrainingTables } from '../tables.ts'
import { findDuplicate } from './near-duplicates.ts'

/**
 * Serializes all transactions that add or decide training photos, so that near duplicates are found and counted once.
 */
export async function lockTrainingImages(tx: Tx): Promise<void> {
  await advisoryLock(tx, 'training_images')
}

/** A photo to add. `contributor` is a user, or the pseudonym of an imported photo. */
export type NewImage = {
  contributor: { userId: string; canVote: boolean } | { pseudonym: string }
  origin: 'upload' | 'report' | 'import'
  analysisId?: string
  sourceHash: string
  example: TrainingSample
  /** The photo in the store, or its hash if it has a row already. */
  photo: StoredPhoto | string
  label: TrainingLabel | null
  cropType: CropType | null
}

/**
 * Adds a photo. If the same leaf photo exists already, the new one becomes its duplicate and a further opinion about
 * it.
 * @throws ApiError duplicate_image when the same person submitted it before
 */
export async function addImage(app: App, tx: Tx, image: NewImage): Promise<string> {
  await lockTrainingImages(tx)
  const { example, sourceHash, label } = image
  const existing = await findDuplicate(app, tx, { sourceHash, ...example })
  const userId = 'userId' in image.contributor ? image.contributor.userId : null
  if (existing && (userId === null || (await hasContributed(tx, userId, existing.id))))
    throw apiError('duplicate_image')
  if (typeof image.photo !== 'string') await insertPhotos(app, tx, image.photo)
  const { id } = await insertInto(tx, 'training_images', {
    uploader_id: userId,
    pseudonym: 'pseudonym' in image.contributor ? image.contributor.pseudonym : null,
    ordinal: await nextOrdinal(tx, image.contributor),
    origin: image.origin,
    analysis_id: image.analysisId ?? null,
    photo_hash: typeof image.photo === 'string' ? image.photo : image.photo.hash,
    source_hash: sourceHash,
    fingerprint: String(example.fingerprint),
    given_label: label,
    label,
    disease: null,
    crop_type: image.cropType,
    uploaded_at: app.clock.now(),
    state: existing ? 'duplicate' : 'waiting',
    reason: existing ? 'seen_before' : 'reported',
    duplicate_of: existing?.id ?? null,
    accepted_as: null,
  })
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveEmbedding(app, tx, id, example.embedding)
  const canVote = 'userId' in image.contributor && image.contributor.canVote && label !== null
  if (canVote && userId !== null)
    await addVote(app, tx, { imageId: existing?.id ?? id, expertId: userId, kind: 'upload', label })
  await resolveLabel(app, tx, existing?.id ?? id)
  await audit(app, tx, {
    actor: userId,
    action: 'training_image.added',
    subject: { type: 'training_image', id },
    after: { label, crop_type: image.cropType, origin: image.origin, is_duplicate: existing !== undefined },
  })
  return id
}

/** Saves a photo's embedding under the current network. */
export async function saveEmbedding(app: App, tx: Tx, imageId: string, embedding: Float32Array): Promise<void> {
  await insertInto(tx, 'training_embeddings', {
    image_id: imageId,
    network: app.vision.card.version,
    embedding: encodeFloat32(embedding),
  })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Returns true if the user submitted this photo or a duplicate of it. */
async function hasContributed(tx: Tx, userId: string, imageId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('training_images')
    .select('id')
    .where('uploader_id', '=', userId)
    .where('state', '<>', 'withdrawn')
    .where(({ eb, or }) => or([eb('id', '=', imageId), eb('duplicate_of', '=', imageId)]))
    .executeTakeFirst()
  return row !== undefined
}

async function nextOrdinal(tx: Tx, contributor: NewImage['contributor']): Promise<number> {
  const key = 'userId' in contributor ? contributor.userId : contributor.pseudonym
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
  /** The card of the disease that the expert names. */
  disease?: string | undefined
  agreed?: boolean | undefined
}

/** Adds an expert's vote, once per photo: an upload of a photo that the expert has already reviewed adds none. */
export async function addVote(
  app: App,
  tx: Tx,
  { imageId, expertId, kind, label, disease, agreed }: NewVote,
): Promise<void> {
  const row = {
    image_id: imageId,
    expert_id: expertId,
    kind,
    label,
    disease: disease ?? null,
    agreed: agreed ?? null,
    at: app.clock.now(),
  }
  const insert = insertInto(tx, 'training_votes', row)
  const query = kind === 'upload' ? insert.onConflict(conflict => conflict.doNothing()) : insert
  // Relies on trigger training_votes_are_of_others, which rejects reviews of own photos.
  await mapConstraintErrors(query.execute())
}

/** Updates state, reason, label and named disease of a photo to what follows from all votes. */
export async function resolveLabel(app: App, tx: Tx, id: string): Promise<void> {
  const image = await tx.selectFrom('training_images').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (image.state === 'withdrawn' || image.state === 'duplicate') return
  const outcome = await decideImage(app, tx, image)
  const wasAccepted = image.state === 'accepted'
  const isAccepted = outcome.state === 'accepted'
  await tx
    .updateTable('training_images')
    .set({
      state: outcome.state,
      reason: outcome.reason,
      label: outcome.label,
      disease: outcome.disease,
      is_control: outcome.isControl,
      // A photo whose label changed counts as new for sessions.
      accepted_as: !isAccepted
        ? null
        : wasAccepted && outcome.label === image.label
          ? image.accepted_as
          : sql<string>`nextval('training_images_accepted_as')`,
    })
    .where('id', '=', id)
    .execute()
  await markWeeksOfTrainingImage(tx, app, id)
  if (isAccepted && !wasAccepted) await enqueue(tx, 'start_training', {}, { key: 'start_training' })
}

async function decideImage(app: App, tx: Tx, image: ImageToDecide): Promise<LabelOutcome & { disease: string | null }> {
  const { uploader_id: uploader, given_label: label } = image
  if (uploader !== null && (await findExcludedExperts(tx, [uploader])).has(uploader))
    return { state: 'refused', reason: 'expert_excluded', label, isControl: false, disease: null }
  const { labelReviewers } = app.config
  const evidence = await loadLabelEvidence(app, tx, image)
  const outcome = decideOutcome(evidence, label, labelReviewers)
  const isAccepted = outcome.state === 'accepted'
  return { ...outcome, disease: isAccepted ? agreeOnDisease(evidence.votes, outcome.label, labelReviewers) : null }
}

type ImageToDecide = Pick<
  Selectable<TrainingTables['training_images']>,
  'id' | 'origin' | 'pseudonym' | 'given_label' | 'uploader_id'
>

/** Loads the votes for the label of a photo, with their weights, and what the model says against them. */
export async function loadLabelEvidence(
  app: App,
  tx: Tx,
  { id, origin, pseudonym, given_label }: ImageToDecide,
): Promise<LabelEvidence> {
  const rows = await tx
    .selectFrom('training_votes')
    .select(['expert_id as expertId', 'kind', 'label', 'disease'])
    .where('image_id', '=', id)
    .where('kind', '<>', 'control')
    .orderBy('at')
    .orderBy('expert_id')
    .execute()
  const votes = await weighVotes(tx, rows)
  if (origin !== 'import') return { votes, confidentModelLabel: await findConfidentContradiction(app, tx, id, votes) }
  // An imported photo was accepted elsewhere: its label counts like that of enough experts until others disagree.
  const accepted: Vote = { expertId: pseudonym ?? '', kind: 'upload', label: given_label, disease: null, weight: 1 }
  const allVotes = [...Array.from({ length: app.config.labelReviewers }, () => accepted), ...votes]
  return {
    votes: allVotes,
    confidentModelLabel: votes.length === 0 ? null : await findConfidentContradiction(app, tx, id, allVotes),
  }
}

/** Returns the class that the model is sure of against one of the labels; null if it is not that sure. */
async function findConfidentContradiction(
  app: App,
  tx: Tx,
  id: string,
  votes: LabelEvidence['votes'],
): Promise<string | null> {
  const row = await tx
    .selectFrom('training_embeddings')
    .select('embedding')
    .where('image_id', '=', id)
    .where('network', '=', app.vision.card.version)
    .executeTakeFirst()
  if (!row) return null
  const embedding = decodeFloat32(row.embedding)
  for (const { label } of votes) {
    if (label === null) continue
    const { isStrong, predicted } = findContradiction({ embedding, label }, app.vision.active.head, app.vision.card)
    if (isStrong) return predicted
  }
  return null
}

type VoteRow = Omit<Vote, 'kind' | 'weight'> & { kind: Vote['kind'] | 'control' }

/** Leaves out control votes and those of excluded experts, and weighs the others. */
async function weighVotes(tx: Tx, rows: VoteRow[]): Promise<Vote[]> {
  const expertIds = rows.map(({ expertId }) => expertId)
  const excluded = await findExcludedExperts(tx, expertIds)
  const votes: Vote[] = []
  for (const { kind, ...vote } of rows)
    if (kind !== 'control' && !excluded.has(vote.expertId))
      votes.push({ kind, ...vote, weight: await loadVoteWeight(tx, vote.expertId) })
  return votes
}
