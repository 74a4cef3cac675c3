import { z } from 'zod'
import { cropType, id, instant, pageQuery, paginated, person } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { versionParams } from './model-versions.ts'
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

/** A proportion of `n` photos with its 95 % confidence interval. */
export const proportion = z.object({ share: z.number(), low: z.number(), high: z.number(), n: z.number().int() })
export type Proportion = z.infer<typeof proportion>

const proportionByName = z.record(z.string(), proportion)
const confidenceInterval = z.tuple([z.number(), z.number()])

/** Figures of the parts of a set of photos. */
const figureDetails = z.object({
  macro_f1_interval: confidenceInterval,
  /** Metrics by crop and setting, for example `maize, field`. */
  by_crop_and_setting: z.record(
    z.string(),
    z.object({
      accuracy: proportion,
      macro_f1: z.number(),
      macro_f1_interval: confidenceInterval,
      recall: proportionByName,
    }),
  ),
})

/** Metrics of one set of photos. `recall` and `by_…` are proportions of correct answers. */
export const datasetFigures = z.object({
  n: z.number().int(),
  accuracy: proportion,
  macro_f1: z.number(),
  ece: z.number(),
  answered: proportion,
  right_of_answered: proportion,
  leaves_accepted: proportion,
  not_leaves_accepted: proportion,
  not_leaves_answered: proportion,
  recall: proportionByName,
  by_crop: proportionByName,
  by_source: proportionByName,
  detail: figureDetails.optional(),
})
export type DatasetFigures = z.infer<typeof datasetFigures>

const measured = z.record(z.string(), datasetFigures)

export const modelVersion = z.object({
  version: z.string(),
  created: z.iso.date(),
  is_active: z.boolean(),
  /** Metrics by set of photos: test_field, test_lab, val. Empty for a refitted version, see `refit`. */
  measured: z.record(z.string(), datasetFigures.omit({ detail: true })),
  /** Null for a shipped version. */
  refit: refitProvenance.nullable(),
  /** False for a version of another network than the active one: it cannot be activated. */
  is_usable: z.boolean(),
  activated_at: instant.nullable(),
  /** Experts who want this version to answer, and how many of them it takes without an administrator. */
  approvals: z.array(person),
  approvals_needed: z.number().int(),
  /** True if the caller sent or labeled photos that it learned from, so others activate it. */
  has_own_photos: z.boolean(),
})
export type ModelVersion = z.infer<typeof modelVersion>

/** The model card of a version: architecture, metrics and training data. */
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
})
export type ModelDetails = z.infer<typeof modelDetails>

export const training = {
  uploadTrainingImage: endpoint({
    method: 'POST',
    path: '/analysis/upload-training-images/',
    access: 'approved expert',
    summary: 'Upload a labeled photo for training',
    // Optional in the schema, so that a missing label gets the error label_required with its own message.
    files: {
      field: 'image',
      min: 1,
      max: 1,
      purpose: 'training',
      fields: z.object({ label: trainingLabel.optional(), crop_type: cropType.optional() }),
    },
    status: 201,
    reply: trainingImage,
    errors: ['label_required', 'duplicate_image', 'not_a_leaf', 'storage_unavailable'],
    rateLimit: { max: 1000, seconds: 3600, by: 'user' },
    aliases: [{ method: 'POST', path: '/api/upload-training-images/' }],
  }),
  listTrainingImages: endpoint({
    method: 'GET',
    path: '/analysis/upload-training-images/',
    access: 'expert',
    summary: 'List the caller’s training photos with the active model’s answers, newest first',
    query: pageQuery.extend({ state: trainingState.optional() }),
    reply: paginated(trainingImage),
  }),
  withdrawTrainingImage: endpoint({
    method: 'DELETE',
    path: '/analysis/upload-training-images/{id}/',
    access: 'expert',
    summary: 'Withdraw a training photo of the caller: it is deleted and not used in later sessions',
    errors: ['already_decided'],
  }),
  reportAnalysis: endpoint({
    method: 'POST',
    path: '/analysis/rust-detection/{id}/report/',
    access: 'farmer or expert',
    summary:
      'Report one of the caller’s analyses as wrong, with the right label if known; experts then review the photo. Approved experts may also report, with a label, any analysis whose photo is shown in a post, which counts as a vote',
    body: z.object({ label: trainingLabel.optional() }),
    status: 201,
    reply: z.object({ id, label: trainingLabel.nullable(), state: trainingState, uploaded_at: instant }),
    errors: ['label_required', 'duplicate_image', 'storage_unavailable'],
    rateLimit: { max: 60, seconds: 3600, by: 'user' },
  }),
  listTrainingQueue: endpoint({
    method: 'GET',
    path: '/analysis/training-queue/',
    access: 'approved expert',
    summary: 'List photos that wait for another expert, longest waiting first',
    query: pageQuery.extend({ crop_type: cropType.optional() }),
    reply: paginated(queuedImage),
  }),
  reviewTrainingImage: endpoint({
    method: 'PUT',
    path: '/analysis/training-queue/{id}/',
    access: 'approved expert',
    summary:
      'Label a waiting photo without seeing what others said, or refuse it; once per expert and not for one’s own photos',
    body: review,
    reply: reviewedImage,
    errors: ['own_image', 'already_decided'],
  }),
  showTrainingSummary: endpoint({
    method: 'GET',
    path: '/analysis/training-summary/',
    access: 'expert or admin',
    summary: 'Get the number of photos for the next session, the running session and the caller’s statistics',
    reply: trainingSummary,
  }),
  startTrainingSession: endpoint({
    method: 'POST',
    path: '/analysis/training-sessions/',
    access: 'approved expert',
    summary: 'Start a training session; one runs at a time',
    status: 201,
    reply: trainingSession,
    errors: ['session_running', 'nothing_to_learn', 'teaching_paused'],
  }),
  listTrainingSessions: endpoint({
    method: 'GET',
    path: '/analysis/training-sessions/',
    access: 'expert or admin',
    summary: 'List training sessions, newest first',
    query: pageQuery,
    reply: paginated(trainingSession),
  }),
  listModels: endpoint({
    method: 'GET',
    path: '/analysis/models/',
    access: 'expert or admin',
    summary: 'List model versions with their metrics, newest first',
    query: pageQuery,
    reply: paginated(modelVersion),
  }),
  showModel: endpoint({
    method: 'GET',
    path: '/analysis/models/{version}/',
    access: 'expert or admin',
    summary: 'Get the model card of a version',
    params: versionParams,
    reply: modelDetails,
  }),
  listVersionPhotos: endpoint({
    method: 'GET',
    path: '/analysis/models/{version}/photos/',
    access: 'approved expert or admin',
    summary:
      'List the photos that a version learned from or was checked with beyond its parent, in random order, with their labels; for experts without control photos; empty for a shipped version',
    params: versionParams,
    query: pageQuery,
    reply: paginated(queuedImage.extend({ label: trainingLabel })),
    errors: ['own_training_photos'],
  }),
  activateModel: endpoint({
    method: 'PUT',
    path: '/analysis/models/{version}/activate/',
    access: 'approved expert or admin',
    summary:
      'Activate a version on all servers and phones, as an administrator or when enough experts have asked for it, who neither sent nor labeled its photos; idempotent',
    params: versionParams,
    reply: modelVersion,
    errors: ['model_not_usable', 'own_training_photos'],
  }),
  showActiveModel: endpoint({
    method: 'GET',
    path: '/analysis/active-model/',
    access: 'anyone',
    summary: 'Get the active version, for phones that diagnose offline',
    reply: activeModel,
  }),
  showModelHead: endpoint({
    method: 'GET',
    path: '/analysis/model-heads/{version}/',
    access: 'anyone',
    summary: 'Get the head of a version; the content of a version never changes',
    params: versionParams,
    reply: modelHead,
  }),
}
