import { z } from 'zod'
import { page, paged } from './common.ts'
import { endpoint } from './endpoint.ts'

/** A share of `n` photos and the ends of its 95 % interval. */
export const share = z.object({ share: z.number(), low: z.number(), high: z.number(), n: z.number().int() })
export type Share = z.infer<typeof share>

const shares = z.record(z.string(), share)
const interval = z.tuple([z.number(), z.number()])

/** The drawings of the card: what one set of photos says about trust. */
const detail = z.object({
  macro_f1_interval: interval,
  /** Of each tenth of the confidence: photos, mean confidence, share right. */
  reliability: z.array(z.tuple([z.number().int(), z.number(), z.number()])),
  /** Down the confidences: share of leaves answered, share of answers wrong, confidence. */
  risk_coverage: z.array(z.tuple([z.number(), z.number(), z.number()])),
  /** Of each class and crop in its setting: `maize, field`. */
  by_crop_and_setting: z.record(
    z.string(),
    z.object({ accuracy: share, macro_f1: z.number(), macro_f1_interval: interval, recall: shares }),
  ),
})

/** Figures about one set of photos; `by_…` and `recall` are shares right of each part. */
export const setFigures = z.object({
  n: z.number().int(),
  accuracy: share,
  macro_f1: z.number(),
  ece: z.number(),
  answered: share,
  right_of_answered: share,
  leaves_accepted: share,
  not_leaves_accepted: share,
  not_leaves_answered: share,
  recall: shares,
  by_crop: shares,
  by_source: shares,
  detail: detail.optional(),
})
export type SetFigures = z.infer<typeof setFigures>

const told = z.object({ accuracy: share, answered: share, right_of_answered: share })

/** Slower measurements; a version has those that were made of it. */
const studies = z.object({
  /** By set of photos, then by what was done to them. */
  hardships: z.record(z.string(), z.record(z.string(), told)).optional(),
  /** Photos whose leaf was taken out: whoever is right on them learned the backdrop. */
  background_only: z
    .record(z.string(), z.object({ photos: z.number().int(), named: share, commonest: z.number(), no_leaf: share }))
    .optional(),
  /** The same leaves on their own ground and cut out on others, by set of photos and ground. */
  other_grounds: z.record(z.string(), z.record(z.string(), z.object({ accuracy: share, recall: shares }))).optional(),
  /** Leaves of crops that are not judged. */
  other_crops: z
    .record(
      z.string(),
      z.object({ labelled: z.boolean(), leaf_accepted: share, answered: share, right_of_answered: share }),
    )
    .optional(),
  /** Photos without a leaf from places never trained on. */
  held_scenes: z.record(z.string(), z.object({ accepted: share, answered: share })).optional(),
})

const qualityNames = ['too_small', 'too_dark', 'too_bright', 'too_blurred'] as const
/** Photos made worse step by step: `by` pixels of the short side, stops of light, or the blur as a share of the short side. */
const quality = z.object({
  accuracy: share,
  false_alarms: z.record(z.enum([...qualityNames, 'any']), share),
  made_worse: z.record(z.enum(qualityNames), z.array(z.object({ by: z.number(), accuracy: share, warned: share }))),
})

const measured = z.record(z.string(), setFigures)

export const modelVersion = z.object({
  version: z.string(),
  created: z.iso.date(),
  is_active: z.boolean(),
  /** By set of photos: test_field, test_lab, val. */
  measured: z.record(z.string(), setFigures.omit({ detail: true })),
})
export type ModelVersion = z.infer<typeof modelVersion>

/** All that is known of a version: what it is made of, its figures and where its photos come from. */
export const modelCard = modelVersion.extend({
  architecture: z.string(),
  input_size: z.number().int(),
  bytes: z.number().int(),
  multiply_adds: z.number().int(),
  temperature: z.number(),
  thresholds: z.object({ confident: z.number(), leaf: z.number() }),
  measured,
  trained_on: z.object({ photos: z.number().int(), seconds: z.number(), device: z.string() }),
  sources: z.array(
    z.object({ name: z.string(), licence: z.string(), photos: z.number().int(), attribution: z.string() }),
  ),
  studies: studies.optional(),
  quality: quality.optional(),
})
export type ModelCard = z.infer<typeof modelCard>

export const training = {
  listModels: endpoint({
    method: 'GET',
    path: '/analysis/models/',
    who: 'expert',
    summary: 'Versions of the model with their measured accuracy, the newest first',
    query: page,
    status: 200,
    reply: paged(modelVersion),
  }),
  showModel: endpoint({
    method: 'GET',
    path: '/analysis/models/{version}/',
    who: 'expert',
    summary: 'The model card of one version',
    params: z.object({ version: z.string().max(60) }),
    status: 200,
    reply: modelCard,
    errors: ['not_found'],
  }),
}
