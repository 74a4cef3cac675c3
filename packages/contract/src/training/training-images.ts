import { z } from 'zod'
import { count, cropType, id, instant, rustClass } from '../common.ts'
import { agreements, voteWeight } from './agreement.ts'
import { teachingPause } from './teaching.ts'

export const trainingLabel = rustClass
export type TrainingLabel = z.infer<typeof trainingLabel>

/**
 * `waiting`: waits for another expert. `accepted`: used in training. `duplicate`: the photo is already known; its label
 * counts as another vote on that photo.
 */
export const trainingState = z.enum(['waiting', 'accepted', 'refused', 'duplicate', 'withdrawn'])
export type TrainingState = z.infer<typeof trainingState>

/** Reason why a photo is waiting, refused or a duplicate. */
export const trainingReason = z.enum([
  'contradicts_model',
  'contradicts_expert',
  'reported',
  'agreement_low',
  'seen_before',
  'refused_by_expert',
  'no_agreement',
  'expert_excluded',
])
export type TrainingReason = z.infer<typeof trainingReason>

/** Answer of the active model about a photo. */
const modelAnswer = z.object({
  is_leaf: z.boolean(),
  rust_class: rustClass.nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  version: z.string(),
})

export const trainingImage = z.object({
  id,
  /** Null after withdrawal. */
  image: z.string().nullable(),
  /** Current label, possibly corrected by another expert. Null for a report without a label. */
  label: trainingLabel.nullable(),
  /** Label that the caller chose. */
  given_label: trainingLabel.nullable(),
  crop_type: cropType.nullable(),
  uploaded_at: instant,
  origin: z.enum(['upload', 'report', 'import']),
  state: trainingState,
  reason: trainingReason.nullable(),
  /** Explanation of `state` and `reason` in the language of the request. */
  message: z.string(),
  model: modelAnswer.nullable(),
})
export type TrainingImage = z.infer<typeof trainingImage>

/** How many experts must agree on a label before it counts. */
export const labelReviewers = z.union([z.literal(1), z.literal(2)])
export type LabelReviewers = z.infer<typeof labelReviewers>

/**
 * A photo to review. Uploader, labels, model answer and the reason why it waits are left out, so that they do not
 * influence the expert.
 */
export const queuedImage = z.object({ id, image: z.string(), crop_type: cropType.nullable() })
export type QueuedImage = z.infer<typeof queuedImage>

/**
 * `correct` gives the photo a label, `refuse` calls it unusable. `disease` names the disease as well, by the id of its card,
 * which must be about the photo's crop and belong to the label.
 */
export const review = z.discriminatedUnion('action', [
  z.object({ action: z.literal('correct'), label: trainingLabel, disease: z.string().max(60).optional() }),
  z.object({ action: z.literal('refuse') }),
])
export type Review = z.infer<typeof review>

/** Result of a review. `label` is null for a refused photo. */
export const reviewedImage = z.object({
  id,
  action: z.enum(['correct', 'refuse']),
  label: trainingLabel.nullable(),
})

export const trainingSummary = z.object({
  /** Images accepted since the last session, and the number that starts a session automatically. */
  new_images: count,
  new_images_needed: count,
  /** Images of all users. */
  accepted: z.object({ common_rust: count, healthy: count, other_disease: count }),
  waiting: count,
  /** The queued or running session. */
  running_session: id.nullable(),
  active_version: z.string(),
  /** Set while an administrator pauses teaching. */
  paused: teachingPause.nullable(),
  label_reviewers: labelReviewers,
  own: z.object({
    accepted: count,
    waiting: count,
    refused: count,
    duplicate: count,
    /** Agreement with earlier consensus on hidden control photos, 0 to 1; null before there are enough of them. */
    agreement: z.number().min(0).max(1).nullable(),
    /** Counted in steps of five photos, so that no single photo shows how others labeled it. */
    agreements,
    weight: voteWeight,
  }),
})
export type TrainingSummary = z.infer<typeof trainingSummary>
