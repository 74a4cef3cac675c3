import { z } from 'zod'
import { count, id, instant, person, rustClass } from '../common.ts'
import { labelReviewers } from './training-images.ts'

const countByLabel = z.object({ common_rust: count, healthy: count, other_disease: count })

/** Number of correct answers among `photos` photos. */
const correctCount = z.object({ right: count, photos: count })
/** Counts for the version that was active before the session and for the new one. */
const comparison = z.object({ before: correctCount, after: correctCount })
export type Comparison = z.infer<typeof comparison>

/** Photos of one class, of all crops (`crop` null) or of one crop. */
const groupComparison = comparison.extend({
  class: z.enum([...rustClass.options, 'not_leaf']),
  crop: z.string().nullable(),
})

const gain = z.object({ better: count, worse: count, p: z.number().min(0).max(1) })
const sources = z.object({ experts: count, places: count })

export const sessionFigures = z.object({
  /** Training images by label, and the number of people who contributed them. */
  images: countByLabel,
  contributors: count,
  /** Results on the validation photos of the shipped model: all, those with a confident verdict, and by class. */
  validation: comparison,
  confident: comparison,
  groups: z.array(groupComparison),
  /** Results on held-out images of experts, which are never trained on. */
  held_back: comparison,
  /**
   * Photos, validation and held-out together, that only the new version or only the old one answers correctly, and the
   * two-sided p-value of the exact McNemar test. Versions before 0.3 lack this and the following figures.
   */
  gain: gain.optional(),
  /**
   * Mean Brier score of the probabilities on the held-out images, lower is more honest; null without images. `p`: how often
   * chance alone would give at least this rise (one-sided Wilcoxon signed-rank test); older sessions lack it.
   */
  brier: z.object({ before: z.number(), after: z.number(), p: z.number().optional() }).nullable().optional(),
  /** Experts and places with enough training images to count. */
  sources: sources.optional(),
  /** How many experts had to agree on a label when the session ran. */
  label_reviewers: labelReviewers.optional(),
  seconds: z.number(),
})
export type SessionFigures = z.infer<typeof sessionFigures>

/** Reason why a new version was not promoted or a session failed. */
export const sessionReason = z.discriminatedUnion('word', [
  groupComparison.extend({ word: z.literal('class_recall_lost') }),
  comparison.extend({ word: z.literal('confident_answers_worse') }),
  comparison.extend({ word: z.literal('held_back_worse') }),
  comparison.extend({ word: z.literal('crop_worse'), crop: z.string() }),
  gain.extend({ word: z.literal('gain_not_proven') }),
  z.object({ word: z.literal('confidence_worse') }),
  sources.extend({ word: z.literal('too_few_sources') }),
  z.object({ word: z.literal('nothing_to_learn') }),
  z.object({ word: z.literal('nothing_changed') }),
  z.object({ word: z.literal('given_up') }),
  z.object({ word: z.literal('broken') }),
])
export type SessionReason = z.infer<typeof sessionReason>

/** `promoted`: a new version passed every check, see `activation`. `kept`: there is none, and `message` explains why. */
export const sessionState = z.enum(['queued', 'running', 'promoted', 'kept', 'failed'])
export type SessionState = z.infer<typeof sessionState>

export const sessionPhase = z.enum(['waiting', 'reading', 'fitting', 'checking', 'done'])
export type SessionPhase = z.infer<typeof sessionPhase>

/** `withdrawal`: teaches the active version again without photos that an administrator withdrew. */
export const sessionKind = z.enum(['teaching', 'withdrawal'])
export type SessionKind = z.infer<typeof sessionKind>

export const trainingSession = z.object({
  id,
  kind: sessionKind,
  state: sessionState,
  phase: sessionPhase,
  /** From 0 to 100. */
  progress: z.number().int().min(0).max(100),
  /** Null for an automatic start. */
  started_by: person.nullable(),
  created_at: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  /** Reasons for `kept` or `failed`; otherwise empty. */
  reasons: z.array(sessionReason),
  /** State and reasons in the language of the request. */
  message: z.string(),
  figures: sessionFigures.nullable(),
  base_version: z.string(),
  parent_version: z.string(),
  /** The new version, if it was promoted. */
  version: z.string().nullable(),
  /** State of the new version: `active` now, `waiting` for its first activation, `inactive` after another one. */
  activation: z.enum(['active', 'waiting', 'inactive']).nullable(),
})
export type TrainingSession = z.infer<typeof trainingSession>

/** Origin of a version that was refitted to experts' images. */
export const refitProvenance = z.object({
  base_version: z.string(),
  parent_version: z.string(),
  session: id,
  started_by: person.nullable(),
  created_at: instant,
  figures: sessionFigures,
  kind: sessionKind,
  /** Photos it learned from that an administrator withdrew afterwards, and the number of their experts. */
  withdrawn: z.object({ images: count, experts: count }),
})
export type RefitProvenance = z.infer<typeof refitProvenance>

/** Phones with the network `base_version` must use the head at the URL `head`; null for the shipped head. */
export const activeModel = z.object({ version: z.string(), base_version: z.string(), head: z.string().nullable() })

/** A head; `head` is head.bin in base64: little-endian float32, all weights row by row, then all biases. */
export const modelHead = z.object({ version: z.string(), base_version: z.string(), head: z.string() })
