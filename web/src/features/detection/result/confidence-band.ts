import type { Analysis } from '@kutu/contract/detection'

export type ConfidenceBand = 'sure' | 'likely' | 'not_sure'

/** The first matching row applies. `confidence` is calibrated: at 0.9, nine of ten answers are correct. */
const confidenceBands: readonly { band: ConfidenceBand; verdict: Analysis['verdict']; minConfidence: number }[] = [
  { band: 'sure', verdict: 'confident', minConfidence: 0.9 },
  { band: 'likely', verdict: 'confident', minConfidence: 0 },
  { band: 'not_sure', verdict: 'uncertain', minConfidence: 0 },
]

type Judgement = Pick<Analysis, 'verdict' | 'confidence'>

export function getConfidenceBand({ verdict, confidence }: Judgement): ConfidenceBand {
  return confidenceBands.find(row => row.verdict === verdict && confidence >= row.minConfidence)?.band ?? 'not_sure'
}

/** Returns whether the answer names a disease (or health). Otherwise the screen says that Kutu cannot tell yet. */
export const isAnswered = (judgement: Judgement): boolean => getConfidenceBand(judgement) !== 'not_sure'
