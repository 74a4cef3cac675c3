import { z } from 'zod'
import { cropType, id, idParams, instant, pageQuery, paginated, rustClass } from './common.ts'
import { endpoint } from './endpoint.ts'
import { uploadErrors } from './errors.ts'

export const verdict = z.enum(['confident', 'uncertain'])
export type Verdict = z.infer<typeof verdict>

export const educationalResource = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  description: z.string(),
})
export const feedback = z.object({
  message: z.string(),
  explanation: z.string(),
  advice: z.array(z.string()),
  /** When to think of spraying, what to ask for and how to stay safe; empty unless the verdict is confident. */
  spray: z.array(z.string()),
  confidence: z.number(),
})

/** What is wrong with a photo itself, so that its answer is less to be relied on and another photo worth the while. */
export const qualityWarning = z.enum(['too_small', 'too_dark', 'too_bright', 'too_blurred'])
export type QualityWarning = z.infer<typeof qualityWarning>

/**
 * One photo of a plant, in the order they were sent, `position` from 1. A photo of no leaf is named, has no answer and is
 * not kept; `message` says so. The answer is the photo's own, which that of the plant may outvote.
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
  quality: z.array(qualityWarning),
  message: z.string().nullable(),
})
export type PlantPhoto = z.infer<typeof plantPhoto>

/** The answer to one photo, or to several of one plant: then `photos` has each of them. Shares and probabilities run from 0 to 1. */
export const analysis = z.object({
  id,
  farmer_id: id,
  image: z.string(),
  uploaded_at: instant,
  rust_class: rustClass,
  confidence: z.number().min(0).max(1),
  probabilities: z.object({ common_rust: z.number(), healthy: z.number(), other_disease: z.number() }),
  /** The fine disease, when the evidence allows one: `gray_leaf_spot`; null when not. */
  disease: z.string().nullable(),
  crop: z.string().nullable(),
  verdict,
  /** Share of the leaf that looks affected, an estimate; null for a healthy leaf and for what affects whole plants. */
  affected_area: z.number().min(0).max(1).nullable(),
  heatmap: z.string().nullable(),
  feedback,
  educational_resources: z.array(educationalResource),
  model_version: z.string(),
  /** Of several photos what is wrong with any of them. */
  quality: z.array(qualityWarning),
  photos: z.array(plantPhoto).optional(),
})
export type Analysis = z.infer<typeof analysis>

export const detection = {
  detectRust: endpoint({
    method: 'POST',
    path: '/analysis/rust-detection/',
    access: 'user',
    summary: 'Diagnose the photo of a leaf',
    files: { field: 'image', min: 1, max: 1, fields: z.object({ crop_type: cropType.optional() }) },
    status: 201,
    reply: analysis,
    errors: ['not_a_leaf', ...uploadErrors],
    rateLimit: { max: 120, seconds: 3600, by: 'user' },
  }),
  listAnalyses: endpoint({
    method: 'GET',
    path: '/analysis/rust-detection/',
    access: 'user',
    summary: 'Own past analyses, newest first',
    query: pageQuery.extend({ rust_class: rustClass.optional() }),
    status: 200,
    reply: paginated(analysis),
  }),
  showAnalysis: endpoint({
    method: 'GET',
    path: '/analysis/rust-detection/{id}/',
    access: 'user',
    summary: 'One own analysis',
    params: idParams,
    status: 200,
    reply: analysis,
    errors: ['not_found'],
  }),
  detectPlant: endpoint({
    method: 'POST',
    path: '/analysis/plant-analyses/',
    access: 'user',
    summary: 'Diagnose two to six photos of one plant together',
    files: { field: 'images', min: 2, max: 6, fields: z.object({ crop_type: cropType.optional() }) },
    status: 201,
    reply: analysis.required({ photos: true }),
    errors: ['not_a_leaf', ...uploadErrors],
    rateLimit: { max: 60, seconds: 3600, by: 'user' },
  }),
  detectLeaf: endpoint({
    method: 'POST',
    path: '/analysis/leaf-detection/',
    access: 'user',
    summary: 'Whether a photo shows a leaf; nothing is stored',
    files: { field: 'image', min: 1, max: 1 },
    status: 200,
    reply: z.object({ is_leaf: z.boolean(), confidence: z.number().min(0).max(1) }),
    errors: uploadErrors,
    rateLimit: { max: 240, seconds: 3600, by: 'user' },
  }),
}
