import type { Analysis } from '@kutu/contract/detection'
import { estimateAreaInterval } from '@kutu/vision/heatmap/area-interval'

export type ConfidenceBand = 'sure' | 'likely' | 'not_sure'

/** The first matching row applies. `confidence` is calibrated: at 0.9, nine of ten answers are correct. */
const confidenceBands: readonly { band: ConfidenceBand; verdict: Analysis['verdict']; minConfidence: number }[] = [
  { band: 'sure', verdict: 'confident', minConfidence: 0.9 },
  { band: 'likely', verdict: 'confident', minConfidence: 0 },
  { band: 'not_sure', verdict: 'uncertain', minConfidence: 0 },
]

export function getConfidenceBand({ verdict, confidence }: Pick<Analysis, 'verdict' | 'confidence'>): ConfidenceBand {
  return confidenceBands.find(row => row.verdict === verdict && confidence >= row.minConfidence)?.band ?? 'not_sure'
}

/** Rounds outwards to 1/20, because a photo does not support a finer estimate. */
const roundingSteps = 20

/** Returns the rounded range of the affected leaf area (0 to 1) and the text key to show it with. */
export function getAffectedAreaBand(area: number) {
  const band = estimateAreaInterval(area)
  const low = Math.floor(band.low * roundingSteps) / roundingSteps
  const high = Math.ceil(band.high * roundingSteps) / roundingSteps
  if (low === 0) return { key: 'answer.affected_most', low, high } as const
  if (high === 1) return { key: 'answer.affected_least', low, high } as const
  return { key: 'answer.affected', low, high } as const
}
