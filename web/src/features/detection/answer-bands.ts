import type { Analysis } from '@kutu/contract/detection'
import { areaBand } from '@kutu/vision/area-band'
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

/** In twentieths, and outwards: more would be said than a photo can tell. */
const steps = 20

/** Between what the affected share of a leaf is said to lie, and in which sentence. */
export function affectedBand(area: number) {
  const band = areaBand(area)
  const low = Math.floor(band.low * steps) / steps
  const high = Math.ceil(band.high * steps) / steps
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
