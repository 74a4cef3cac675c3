import { z } from 'zod'
import { id, instant, rustClass } from '../common.ts'

const count = z.number().int().min(0)
const countByLabel = z.object({ common_rust: count, healthy: count, other_disease: count })

/** Photos answered right, of so many. */
const right = z.object({ right: count, photos: count })
/** By the version that answered before the session, and by the new one. */
const comparison = z.object({ before: right, after: right })
export type Comparison = z.infer<typeof comparison>

/** Photos of one class, of all crops (`crop` null) or of one. */
const groupComparison = comparison.extend({
  class: z.enum([...rustClass.options, 'not_leaf']),
  crop: z.string().nullable(),
})

export const sessionFigures = z.object({
  /** What was learnt from, by label, and from how many people. */
  images: countByLabel,
  contributors: count,
  /** On the photos that the shipped model was chosen by: all, those answered with confidence, and class by class. */
  validation: comparison,
  confident: comparison,
  groups: z.array(groupComparison),
  /** On the experts' photos that are never learnt from but checked with; of none while there are none. */
  held_back: comparison,
  seconds: z.number(),
})
export type SessionFigures = z.infer<typeof sessionFigures>

/** Why a new version was not promoted, or a session came to nothing. */
export const sessionReason = z.discriminatedUnion('word', [
  groupComparison.extend({ word: z.literal('class_recall_lost') }),
  comparison.extend({ word: z.literal('confident_answers_worse') }),
  comparison.extend({ word: z.literal('held_back_worse') }),
  z.object({ word: z.literal('nothing_to_learn') }),
  z.object({ word: z.literal('nothing_changed') }),
  z.object({ word: z.literal('given_up') }),
  z.object({ word: z.literal('broken') }),
])
export type SessionReason = z.infer<typeof sessionReason>

/** Promoted: the new version answers now. Kept: the old one still does, and `message` says why. */
export const sessionState = z.enum(['queued', 'running', 'promoted', 'kept', 'failed'])
export type SessionState = z.infer<typeof sessionState>

export const sessionPhase = z.enum(['waiting', 'reading', 'fitting', 'checking', 'done'])
export type SessionPhase = z.infer<typeof sessionPhase>

export const trainingSession = z.object({
  id,
  state: sessionState,
  phase: sessionPhase,
  /** From 0 to 100. */
  progress: z.number().int().min(0).max(100),
  /** Null when it started by itself. */
  started_by: z.object({ id, username: z.string() }).nullable(),
  created_at: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  /** Why it was kept or failed; empty otherwise. */
  reasons: z.array(sessionReason),
  /** How it stands and why, in the language of the request. */
  message: z.string(),
  figures: sessionFigures.nullable(),
  base_version: z.string(),
  parent_version: z.string(),
  /** The version it made, if it was promoted. */
  version: z.string().nullable(),
})
export type TrainingSession = z.infer<typeof trainingSession>

/** How a version came from experts' images. */
export const refitProvenance = z.object({
  base_version: z.string(),
  parent_version: z.string(),
  session: id,
  started_by: z.object({ id, username: z.string() }).nullable(),
  created_at: instant,
  figures: sessionFigures,
})
export type RefitProvenance = z.infer<typeof refitProvenance>

/** A phone whose network is `base_version` answers as `version` with the head that lies at `head`; null for its own. */
export const activeModel = z.object({ version: z.string(), base_version: z.string(), head: z.string().nullable() })

/** `head` is head.bin in base64: little-endian float32, all weights row by row, then all biases. */
export const modelHead = z.object({ version: z.string(), base_version: z.string(), head: z.string() })
