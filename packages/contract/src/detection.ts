import { z } from 'zod'
import { id, instant, pageQuery, paginated, rustClass, statedCropType } from './common.ts'
import { endpoint } from './endpoint.ts'
import { maxPhotoAgeDays, maxPlantPhotos } from './upload-limits.ts'

export const verdict = z.enum(['confident', 'uncertain'])
export type Verdict = z.infer<typeof verdict>

/**
 * How far an answer can be trusted. `confident` is the verdict of the same name; the others are `uncertain` there.
 * `unfamiliar`: the photo is unlike those that the model learned from, or shows a crop that it does not know.
 */
export const band = z.enum(['confident', 'likely', 'uncertain', 'unfamiliar'])
export type Band = z.infer<typeof band>

export const educationalResource = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  description: z.string(),
  resource_type: z.literal('article'),
  /** When the article was last reviewed. */
  created_at: instant,
})
export const feedback = z.object({
  message: z.string(),
  explanation: z.string(),
  advice: z.array(z.string()),
  /** When to spray, which questions to ask the dealer, and safety rules; empty unless the verdict is confident. */
  spray: z.array(z.string()),
  confidence: z.number(),
})

/** Problems of the photo itself, which make its answer less reliable. */
export const qualityWarning = z.enum(['too_small', 'too_dark', 'too_bright', 'too_blurred'])
export type QualityWarning = z.infer<typeof qualityWarning>

/**
 * One photo of a plant, in upload order, `position` from 1. The answer is that of the photo alone and may differ from the
 * plant's. A photo without a leaf has no answer and is not stored; `message` explains it.
 */
export const plantPhoto = z.object({
  id,
  position: z.number().int(),
  is_leaf: z.boolean(),
  image: z.string().nullable(),
  heatmap: z.string().nullable(),
  rust_class: rustClass.nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  verdict: verdict.nullable(),
  band: band.nullable(),
  quality: z.array(qualityWarning),
  message: z.string().nullable(),
})
export type PlantPhoto = z.infer<typeof plantPhoto>

/** A farmer's answer to a question about a sign at the plant, by their ids; `unknown` if the farmer cannot tell. */
export const fieldAnswer = z.object({ question: z.string().min(1).max(40), answer: z.string().min(1).max(40) })
export type FieldAnswer = z.infer<typeof fieldAnswer>
export const fieldAnswers = z.array(fieldAnswer).max(3)

/** The answer to one photo, or to several photos of one plant with `photos`. Shares and probabilities are 0 to 1. */
export const analysis = z.object({
  id,
  farmer_id: id,
  image: z.string(),
  uploaded_at: instant,
  rust_class: rustClass,
  confidence: z.number().min(0).max(1),
  probabilities: z.object({ common_rust: z.number(), healthy: z.number(), other_disease: z.number() }),
  /** The disease in detail, for example `gray_leaf_spot`; null when it is unknown. */
  disease: z.string().nullable(),
  crop: z.string().nullable(),
  /** The crop that the farmer stated; null when the farmer is not sure. */
  crop_type: statedCropType.nullable(),
  /** The model's own estimate of the crop, independent of `crop_type`; null when no crop has half of the probability. */
  crop_estimate: z.object({ crop: z.string(), probability: z.number().min(0).max(1) }).nullable(),
  verdict,
  band,
  /** Estimated share of the leaf that looks affected; null for a healthy leaf, a systemic disease and too little visible leaf. */
  affected_area: z.number().min(0).max(1).nullable(),
  heatmap: z.string().nullable(),
  feedback,
  educational_resources: z.array(educationalResource),
  model_version: z.string(),
  /** For several photos: the warnings of any of them. */
  quality: z.array(qualityWarning),
  /** Fine classes that the photo may show, most probable first; with the prior of the stated crop. */
  candidates: z.array(
    z.object({
      rust_class: rustClass,
      crop: z.string().nullable(),
      disease: z.string().nullable(),
      probability: z.number().min(0).max(1),
    }),
  ),
  /** The farmer's answers about the plant, in the order of the questions. */
  answers: fieldAnswers,
  /**
   * The answer of model and farmer together, which `feedback` and `educational_resources` are about; null where the farmer
   * has answered nothing. `card`: id of the disease card; `probability`: of the class. All other fields are the model's.
   */
  after_answers: z
    .object({ card: z.string(), rust_class: rustClass, probability: z.number().min(0).max(1), band })
    .nullable(),
  photos: z.array(plantPhoto).optional(),
  /** Photos of the same plant have the same value; null where the farmer has not said. */
  plant_id: id.nullable(),
  /**
   * Only in the answer of a single analysis: another photo of this plant. Where `plant_id` is null, the earlier photo of the
   * crop that is most like this one, for the farmer to say if it is the same plant.
   */
  same_plant: z.object({ id, image: z.string(), uploaded_at: instant }).optional(),
})
export type Analysis = z.infer<typeof analysis>

/**
 * Text fields that the farmer fills in for the photos of an analysis. Server and web pass the object on as a whole: a new
 * field here fails the type check at each place that must handle it.
 */
export const analysisInput = z.object({ crop_type: statedCropType.optional() })
export type AnalysisInput = z.infer<typeof analysisInput>

/** All text fields that come with the photos, at both upload endpoints. */
export const analysisFields = analysisInput.extend({
  taken_at: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .describe(
      `ISO 8601; counts as at most ${maxPhotoAgeDays} days back and at the latest now, without it as the time of arrival`,
    )
    .optional(),
})

/** Corrections of an analysis. A crop of null means that the farmer is not sure. */
export const analysisCorrection = z.object({ crop_type: statedCropType.nullable() })
export type AnalysisCorrection = z.infer<typeof analysisCorrection>

/** Leaves of a farmer beside a question. */
export const maxLastLeaves = 3

export const detection = {
  detectRust: endpoint({
    method: 'POST',
    path: '/analysis/rust-detection/',
    access: 'user',
    summary: 'Diagnose a photo of a leaf',
    files: { field: 'image', min: 1, max: 1, fields: analysisFields },
    status: 201,
    reply: analysis,
    errors: ['not_a_leaf', 'storage_unavailable'],
    rateLimit: { max: 120, seconds: 3600, by: 'user' },
    aliases: [{ method: 'POST', path: '/api/rust-detection/' }],
  }),
  listAnalyses: endpoint({
    method: 'GET',
    path: '/analysis/rust-detection/',
    access: 'user',
    summary: 'List the caller’s analyses, newest first',
    query: pageQuery.extend({ rust_class: rustClass.optional() }),
    reply: paginated(analysis),
  }),
  showAnalysis: endpoint({
    method: 'GET',
    path: '/analysis/rust-detection/{id}/',
    access: 'user',
    summary: 'Get one of the caller’s analyses',
    reply: analysis,
  }),
  updateAnalysis: endpoint({
    method: 'PATCH',
    path: '/analysis/rust-detection/{id}/',
    access: 'user',
    summary: 'Correct the crop of one of the caller’s analyses, which answers again',
    body: analysisCorrection,
    reply: analysis,
    errors: ['not_a_leaf'],
    rateLimit: { max: 240, seconds: 3600, by: 'user' },
  }),
  answerQuestions: endpoint({
    method: 'PUT',
    path: '/analysis/rust-detection/{id}/answers/',
    access: 'user',
    summary: 'Store what the farmer has seen at the plant of one of the caller’s analyses, in place of earlier answers',
    body: z.object({ answers: fieldAnswers }),
    reply: analysis,
    rateLimit: { max: 240, seconds: 3600, by: 'user' },
  }),
  placeAnalysis: endpoint({
    method: 'PUT',
    path: '/analysis/rust-detection/{id}/plant/',
    access: 'user',
    summary: 'Say which plant one of the caller’s analyses shows',
    body: z.object({
      same_as: id
        .nullable()
        .describe(
          'An analysis of the same plant and crop; its own id for a plant without other photos; null takes it back',
        ),
    }),
    reply: analysis,
    rateLimit: { max: 240, seconds: 3600, by: 'user' },
  }),
  listLastLeaves: endpoint({
    method: 'GET',
    path: '/analysis/last-leaves/{id}/',
    access: 'approved expert',
    summary: `List the last ${maxLastLeaves} leaves of a farmer whose post waits or was answered by the caller, or who has a booking with the caller, and who lets photos be shown; else none`,
    reply: z.object({
      results: z.array(
        analysis.pick({
          id: true,
          image: true,
          uploaded_at: true,
          rust_class: true,
          disease: true,
          crop_type: true,
          band: true,
        }),
      ),
    }),
  }),
  detectPlant: endpoint({
    method: 'POST',
    path: '/analysis/plant-analyses/',
    access: 'user',
    summary: 'Diagnose two to six photos of one plant together',
    files: { field: 'images', min: 2, max: maxPlantPhotos, fields: analysisFields },
    status: 201,
    reply: analysis.required({ photos: true }),
    errors: ['not_a_leaf', 'storage_unavailable'],
    rateLimit: { max: 60, seconds: 3600, by: 'user' },
  }),
  detectLeaf: endpoint({
    method: 'POST',
    path: '/analysis/leaf-detection/',
    access: 'user',
    summary: 'Check if a photo shows a leaf; nothing is stored',
    files: { field: 'image', min: 1, max: 1 },
    reply: z.object({ is_leaf: z.boolean(), confidence: z.number().min(0).max(1) }),
    rateLimit: { max: 240, seconds: 3600, by: 'user' },
    aliases: [{ method: 'POST', path: '/api/leaf-detection/' }],
  }),
}
