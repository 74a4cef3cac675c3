import type { Analysis } from '@kutu/contract/detection'
import { estimateAreaInterval } from '@kutu/vision/heatmap/area-interval'
import type { Tone } from '../../../ui/feedback/Badge.tsx'

export type ConfidenceBand = 'sure' | 'likely' | 'not_sure'

/** How the answer is worded: the first row that fits. `confidence` is calibrated, so 0.9 means nine of ten are right. */
const confidenceBands: readonly { band: ConfidenceBand; verdict: Analysis['verdict']; minConfidence: number }[] = [
  { band: 'sure', verdict: 'confident', minConfidence: 0.9 },
  { band: 'likely', verdict: 'confident', minConfidence: 0 },
  { band: 'not_sure', verdict: 'uncertain', minConfidence: 0 },
]

export function getConfidenceBand({ verdict, confidence }: Pick<Analysis, 'verdict' | 'confidence'>): ConfidenceBand {
  return confidenceBands.find(row => row.verdict === verdict && confidence >= row.minConfidence)?.band ?? 'not_sure'
}

/** In twentieths, and outwards: more would be said than a photo can tell. */
const roundingSteps = 20

/** Between what the affected share of a leaf is said to lie, and in which sentence. */
export function getAffectedAreaBand(area: number) {
  const band = estimateAreaInterval(area)
  const low = Math.floor(band.low * roundingSteps) / roundingSteps
  const high = Math.ceil(band.high * roundingSteps) / roundingSteps
  if (low === 0) return { key: 'answer.affected_most', low, high } as const
  if (high === 1) return { key: 'answer.affected_least', low, high } as const
  return { key: 'answer.affected', low, high } as const
}

/** The colour and shape of each class, the same wherever a class is shown. */
export const classTones = {
  common_rust: 'rust',
  healthy: 'leaf',
  other_disease: 'blue',
} as const satisfies Record<Analysis['rust_class'], Tone>
