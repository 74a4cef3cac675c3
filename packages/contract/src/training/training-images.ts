import { z } from 'zod'
import { cropType, id, instant, rustClass } from '../common.ts'

export const trainingLabel = rustClass
export type TrainingLabel = z.infer<typeof trainingLabel>

/**
 * Waiting: another expert is asked. Accepted: sessions learn from it. Duplicate: the same leaf was there before and is
 * counted once; its label counts as one more opinion about that photo.
 */
export const trainingState = z.enum(['waiting', 'accepted', 'refused', 'duplicate', 'withdrawn'])
export type TrainingState = z.infer<typeof trainingState>

/** Why a photo waits, was refused or was counted with another. */
export const trainingReason = z.enum([
  'contradicts_model',
  'contradicts_expert',
  'reported',
  'agreement_low',
  'seen_before',
  'refused_by_expert',
  'no_agreement',
])
export type TrainingReason = z.infer<typeof trainingReason>

/** What the model that answers now says of a photo. */
const modelAnswer = z.object({
  is_leaf: z.boolean(),
  rust_class: rustClass.nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  version: z.string(),
})

export const trainingImage = z.object({
  id,
  /** Null once it was withdrawn. */
  image: z.string().nullable(),
  /** As it stands: another expert may have corrected it. Null for a report without a label. */
  label: trainingLabel.nullable(),
  /** As the caller gave it. */
  given_label: trainingLabel.nullable(),
  crop_type: cropType.nullable(),
  uploaded_at: instant,
  origin: z.enum(['upload', 'report', 'import']),
  state: trainingState,
  reason: trainingReason.nullable(),
  /** `state` and `reason` as a sentence in the language of the request. */
  message: z.string(),
  model: modelAnswer.nullable(),
})
export type TrainingImage = z.infer<typeof trainingImage>

/** A photo to judge. Neither who sent it nor what the model says of it is told: the leaf alone is to be looked at. */
export const queuedImage = z.object({
  id,
  image: z.string(),
  /** The label to confirm or correct; null where none was given. */
  label: trainingLabel.nullable(),
  crop_type: cropType.nullable(),
  reason: trainingReason,
  message: z.string(),
})
export type QueuedImage = z.infer<typeof queuedImage>

export const review = z.discriminatedUnion('action', [
  z.object({ action: z.literal('confirm') }),
  z.object({ action: z.literal('correct'), label: trainingLabel }),
  z.object({ action: z.literal('refuse') }),
])
export type Review = z.infer<typeof review>

/** `label` is null when the photo was refused. */
export const reviewedImage = z.object({
  id,
  action: z.enum(['confirm', 'correct', 'refuse']),
  label: trainingLabel.nullable(),
})

const count = z.number().int().min(0)

export const trainingSummary = z.object({
  /** Accepted since the last session began, and how many start one by themselves. */
  new_images: count,
  new_images_needed: count,
  /** Of everybody. */
  accepted: z.object({ common_rust: count, healthy: count, other_disease: count }),
  waiting: count,
  /** The session that is queued or running. */
  running_session: id.nullable(),
  active_version: z.string(),
  own: z.object({
    accepted: count,
    waiting: count,
    refused: count,
    duplicate: count,
    /** Share of hidden control photos judged as several experts had before; null until there were enough of them. */
    agreement: z.number().min(0).max(1).nullable(),
  }),
})
export type TrainingSummary = z.infer<typeof trainingSummary>
