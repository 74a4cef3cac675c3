import type { Analysis } from '@kutu/contract/detection'
import type { Tone } from '../../ui/Badge.tsx'

export type Band = 'sure' | 'likely' | 'not_sure'

/** How the answer is worded: the first row that fits. `confidence` is calibrated, so 0.9 means nine of ten are right. */
const bands: readonly { band: Band; verdict: Analysis['verdict']; atLeast: number }[] = [
  { band: 'sure', verdict: 'confident', atLeast: 0.9 },
  { band: 'likely', verdict: 'confident', atLeast: 0 },
  { band: 'not_sure', verdict: 'uncertain', atLeast: 0 },
]

export function bandOf({ verdict, confidence }: Pick<Analysis, 'verdict' | 'confidence'>): Band {
  return bands.find(row => row.verdict === verdict && confidence >= row.atLeast)?.band ?? 'not_sure'
}

/** The colour and shape of each class, the same wherever a class is shown. */
export const classTones = {
  common_rust: 'rust',
  healthy: 'leaf',
  other_disease: 'blue',
} as const satisfies Record<Analysis['rust_class'], Tone>
