import { z } from 'zod'
import { cropType, id, idParams, instant, pageQuery, paginated } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { uploadErrors } from '../errors.ts'
import {
  queuedImage,
  review,
  reviewedImage,
  trainingImage,
  trainingLabel,
  trainingState,
  trainingSummary,
} from './training-images.ts'
import { activeModel, modelHead, refitProvenance, trainingSession } from './training-sessions.ts'

/** A share of `n` photos and the ends of its 95 % interval. */
export const share = z.object({ share: z.number(), low: z.number(), high: z.number(), n: z.number().int() })
export type Proportion = z.infer<typeof share>

const proportionByName = z.record(z.string(), share)
const confidenceInterval = z.tuple([z.number(), z.number()])

/** The drawings of the card: what one set of photos says about trust. */
const figureDetails = z.object({
  macro_f1_interval: confidenceInterval,
  /** Of each tenth of the confidence: photos, mean confidence, share right. */
  reliability: z.array(z.tuple([z.number().int(), z.number(), z.number()])),
  /** Down the confidences: share of leaves answered, share of answers wrong, confidence. */
  risk_coverage: z.array(z.tuple([z.number(), z.number(), z.number()])),
  /** Of each class and crop in its setting: `maize, field`. */
  by_crop_and_setting: z.record(
    z.string(),
    z.object({
      accuracy: share,
      macro_f1: z.number(),
      macro_f1_interval: confidenceInterval,
      recall: proportionByName,
    }),
  ),
})

/** Figures about one set of photos; `by_…` and `recall` are shares right of each part. */
export const datasetFigures = z.object({
  n: z.number().int(),
  accuracy: share,
  macro_f1: z.number(),
  ece: z.number(),
  answered: share,
  right_of_answered: share,
  leaves_accepted: share,
  not_leaves_accepted: share,
  not_leaves_answered: share,
  recall: proportionByName,
  by_crop: proportionByName,
  by_source: proportionByName,
  detail: figureDetails.optional(),
})
export type DatasetFigures = z.infer<typeof datasetFigures>

const accuracyFigures = z.object({ accuracy: share, answered: share, right_of_answered: share })

/** Slower measurements; a version has those that were made of it. */
const studies = z.object({
  /** By set of photos, then by what was done to them. */
  hardships: z.record(z.string(), z.record(z.string(), accuracyFigures)).optional(),
  /** Photos whose leaf was taken out: whoever is right on them learned the backdrop. */
  background_only: z
    .record(z.string(), z.object({ photos: z.number().int(), named: share, commonest: z.number(), no_leaf: share }))
    .optional(),
  /** The same leaves on their own ground and cut out on others, by set of photos and ground. */
  other_grounds: z
    .record(z.string(), z.record(z.string(), z.object({ accuracy: share, recall: proportionByName })))
    .optional(),
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

const measured = z.record(z.string(), datasetFigures)

export const modelVersion = z.object({
  version: z.string(),
  created: z.iso.date(),
  is_active: z.boolean(),
  /** By set of photos: test_field, test_lab, val. Empty for a version made from experts' images: `refit` has its figures. */
  measured: z.record(z.string(), datasetFigures.omit({ detail: true })),
  /** Null for a shipped version. */
  refit: refitProvenance.nullable(),
  /** False for a version of another network than the one that answers now: it cannot be activated. */
  is_usable: z.boolean(),
  activated_at: instant.nullable(),
})
export type ModelVersion = z.infer<typeof modelVersion>

/** All that is known of a version: what it is made of, its figures and where its photos come from. */
export const modelDetails = modelVersion.extend({
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
export type ModelDetails = z.infer<typeof modelDetails>

const version = z.object({ version: z.string().max(60) })

export const training = {
  uploadTrainingImage: endpoint({
    method: 'POST',
    path: '/analysis/upload-training-images/',
    access: 'approved expert',
    summary: 'Submit a labelled photo for training',
    // A missing label is refused as label_required, with a sentence of its own.
    files: {
      field: 'image',
      min: 1,
      max: 1,
      purpose: 'training',
      fields: z.object({ label: trainingLabel.optional(), crop_type: cropType.optional() }),
    },
    status: 201,
    reply: trainingImage,
    errors: ['label_required', 'duplicate_image', 'not_a_leaf', ...uploadErrors],
    rateLimit: { max: 1000, seconds: 3600, by: 'user' },
  }),
  listTrainingImages: endpoint({
    method: 'GET',
    path: '/analysis/upload-training-images/',
    access: 'expert',
    summary: 'Own training photos, newest first, with what the model says of each now',
    query: pageQuery.extend({ state: trainingState.optional() }),
    status: 200,
    reply: paginated(trainingImage),
  }),
  withdrawTrainingImage: endpoint({
    method: 'DELETE',
    path: '/analysis/upload-training-images/{id}/',
    access: 'expert',
    summary: 'Take an own training photo back: it is forgotten, and no later session learns from it',
    params: idParams,
    status: 204,
    reply: z.void(),
    errors: ['not_found', 'already_decided'],
  }),
  reportAnalysis: endpoint({
    method: 'POST',
    path: '/analysis/rust-detection/{id}/report/',
    access: 'farmer or expert',
    summary:
      'Say that an own analysis is wrong, with the right label if it is known; experts then look at its photo. An approved expert says so, with the right label, of any analysis that a post shows with its photo: that is a vote',
    params: idParams,
    body: z.object({ label: trainingLabel.optional() }),
    status: 201,
    reply: z.object({ id, label: trainingLabel.nullable(), state: trainingState, uploaded_at: instant }),
    errors: ['not_found', 'label_required', 'duplicate_image'],
    rateLimit: { max: 60, seconds: 3600, by: 'user' },
  }),
  listTrainingQueue: endpoint({
    method: 'GET',
    path: '/analysis/training-queue/',
    access: 'approved expert',
    summary: 'Photos that wait for another expert, the longest waiting first',
    query: pageQuery.extend({ crop_type: cropType.optional() }),
    status: 200,
    reply: paginated(queuedImage),
  }),
  reviewTrainingImage: endpoint({
    method: 'PUT',
    path: '/analysis/training-queue/{id}/',
    access: 'approved expert',
    summary:
      'Confirm or correct the label of a waiting photo, or refuse the photo; once for each expert, never of an own photo',
    params: idParams,
    body: review,
    status: 200,
    reply: reviewedImage,
    errors: ['not_found', 'own_image', 'already_decided'],
  }),
  showTrainingSummary: endpoint({
    method: 'GET',
    path: '/analysis/training-summary/',
    access: 'expert',
    summary: "How many photos wait for the next session, what runs now, and the caller's own figures",
    status: 200,
    reply: trainingSummary,
  }),
  startTrainingSession: endpoint({
    method: 'POST',
    path: '/analysis/training-sessions/',
    access: 'approved expert',
    summary: 'Start a training session; one runs at a time',
    status: 201,
    reply: trainingSession,
    errors: ['session_running', 'nothing_to_learn'],
  }),
  listTrainingSessions: endpoint({
    method: 'GET',
    path: '/analysis/training-sessions/',
    access: 'expert',
    summary: 'Training sessions, newest first',
    query: pageQuery,
    status: 200,
    reply: paginated(trainingSession),
  }),
  showTrainingSession: endpoint({
    method: 'GET',
    path: '/analysis/training-sessions/{id}/',
    access: 'expert',
    summary: 'One training session, with how far it is',
    params: idParams,
    status: 200,
    reply: trainingSession,
    errors: ['not_found'],
  }),
  listModels: endpoint({
    method: 'GET',
    path: '/analysis/models/',
    access: 'expert',
    summary: 'Versions of the model with their measured accuracy, the newest first',
    query: pageQuery,
    status: 200,
    reply: paginated(modelVersion),
  }),
  showModel: endpoint({
    method: 'GET',
    path: '/analysis/models/{version}/',
    access: 'expert',
    summary: 'The model card of one version',
    params: version,
    status: 200,
    reply: modelDetails,
    errors: ['not_found'],
  }),
  activateModel: endpoint({
    method: 'PUT',
    path: '/analysis/models/{version}/activate/',
    access: 'approved expert',
    summary: 'Let a version answer from now on, on every server and phone; again changes nothing',
    params: version,
    status: 200,
    reply: modelVersion,
    errors: ['not_found', 'model_not_usable'],
  }),
  showActiveModel: endpoint({
    method: 'GET',
    path: '/analysis/active-model/',
    access: 'anyone',
    summary: 'Which version answers now, for phones that answer themselves',
    status: 200,
    reply: activeModel,
  }),
  showModelHead: endpoint({
    method: 'GET',
    path: '/analysis/model-heads/{version}/',
    access: 'anyone',
    summary: 'The head of one version: what a training session changes. It never changes itself',
    params: version,
    status: 200,
    reply: modelHead,
    errors: ['not_found'],
  }),
}
