import type { Card } from './card.ts'
import { type Evidence, evidenceNames, gatherEvidence } from './evidence.ts'
import type { Grid } from './grid.ts'
import type { Head } from './head.ts'
import { findLeaf, leafPlanes, leastLeaf, maskSize } from './leaf.ts'
import type { EvidenceWeights } from './part-weights.ts'
import type { RgbImage, Square } from './tensor.ts'

/** What each place of the square shows, as probabilities on one grid. */
export type Parts = {
  /** That it shows the leaf the photo is about: 0 off everything that has a leaf's colour. */
  leaf: Grid
  /** That, being leaf, it shows signs of disease. */
  affected: Grid
  /** False where the colours show hardly any leaf; then `leaf` is 1 everywhere. */
  hasLeaf: boolean
}

/**
 * The leaf and the affected parts of it.
 * @param photo as it is diagnosed, and in `square` what its first view looked at
 * @param features float32 [views, C, h, w]
 */
export function findParts(
  photo: RgbImage,
  square: Square,
  features: Float32Array,
  head: Head,
  card: Pick<Card, 'classes' | 'featureSize' | 'views' | 'parts'>,
): Parts {
  const planes = leafPlanes(photo, square)
  const mask = findLeaf(planes)
  const evidence = gatherEvidence(planes, mask, features, head, card)
  const hasLeaf = mask.share >= leastLeaf
  const leaf = hasLeaf
    ? weigh(evidence, card.parts.leaf).map((share, i) => share * (mask.values[i] ?? 0))
    : new Float32Array(maskSize * maskSize).fill(1)
  const size = { width: maskSize, height: maskSize }
  return {
    leaf: { ...size, values: leaf },
    affected: { ...size, values: weigh(evidence, card.parts.affected) },
    hasLeaf,
  }
}

function weigh(evidence: Evidence, weights: EvidenceWeights): Float32Array {
  const odds = new Float32Array(maskSize * maskSize).fill(weights.constant)
  for (const name of evidenceNames) {
    const values = evidence[name]
    for (let i = 0; i < odds.length; i++) odds[i] = (odds[i] ?? 0) + weights[name] * (values[i] ?? 0)
  }
  return odds.map(value => 1 / (1 + Math.exp(-value)))
}
