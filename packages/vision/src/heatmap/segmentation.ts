// Segmentation of leaf and affected tissue: two logistic regressions per cell, on color features and on class activation
// maps of the network (see cell-features.ts).

import type { Head } from '../inference/head.ts'
import type { ModelCard } from '../inference/model-card.ts'
import type { RgbImage, Square } from '../inference/rgb-image.ts'
import { type CellFeatures, cellFeatureNames, computeCellFeatures, type LogisticWeights } from './cell-features.ts'
import type { Grid } from './cells/grid.ts'
import { computeLeafMask, maskSize, minLeafShare, resizeToMaskGrid } from './leaf-mask.ts'

/** Probabilities for each cell of a square of the photo. */
export type Segmentation = {
  /** Probability of leaf; 0 outside the leaf mask. */
  leaf: Grid
  /** Probability of visible disease, given that the cell is leaf. */
  affected: Grid
  /** False when the leaf mask found hardly any leaf; then `leaf` is 1 everywhere. */
  hasLeaf: boolean
  /** Colors of the cells: planes R, G, B from 0 to 255. */
  planes: Float32Array
}

/**
 * Segments the leaf and its affected parts.
 * @param photo the decoded photo
 * @param square the square of the first view
 * @param features feature maps of the network, float32 [views, C, h, w]
 */
export function segmentPhoto(
  photo: RgbImage,
  square: Square,
  features: Float32Array,
  head: Head,
  card: Pick<ModelCard, 'classes' | 'featureSize' | 'parts'>,
): Segmentation {
  const planes = resizeToMaskGrid(photo, square)
  const mask = computeLeafMask(planes)
  const cellFeatures = computeCellFeatures(planes, mask, features, head, card)
  const hasLeaf = mask.share >= minLeafShare
  const leaf = hasLeaf
    ? predictLogistic(cellFeatures, card.parts.leaf, mask.values)
    : new Float32Array(maskSize * maskSize).fill(1)
  const size = { width: maskSize, height: maskSize }
  return {
    leaf: { ...size, values: leaf },
    affected: { ...size, values: predictLogistic(cellFeatures, card.parts.affected) },
    hasLeaf,
    planes,
  }
}

/** Returns the probability of each cell, and 0 outside `mask`. Each sum is rounded to float32. */
function predictLogistic(cellFeatures: CellFeatures, weights: LogisticWeights, mask?: Uint8Array): Float32Array {
  const values = new Float32Array(maskSize * maskSize).fill(weights.constant)
  for (const name of cellFeatureNames) {
    const weight = weights[name]
    const feature = cellFeatures[name]
    for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) + weight * (feature[i] ?? 0)
  }
  for (let i = 0; i < values.length; i++) values[i] = mask?.[i] === 0 ? 0 : 1 / (1 + Math.exp(-(values[i] ?? 0)))
  return values
}
