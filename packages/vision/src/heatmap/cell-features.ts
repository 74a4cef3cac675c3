// Features of each cell for the segmentation: color, and class activation maps of the network.

import type { Head } from '../inference/head.ts'
import { selectRank } from '../quality/order-statistic.ts'
import { type ActivationParams, computeClassActivationMaps } from './activation/class-activation.ts'
import { boxBlur, resizeBilinear } from './cells/grid.ts'
import { type LeafMask, maskSize, minLeafShare } from './leaf-mask.ts'

/** Names of the features: seven of the color, five of the network. They are keys of `parts` in card.json. */
export const cellFeatureNames = [
  'redness',
  'redder_than_leaf',
  'lack_of_blue',
  'lighter_than_leaf',
  'clearly_redder',
  'reddish',
  'contrast',
  'rust',
  'other_disease',
  'sick',
  'not_leaf',
  'unlabelled',
] as const

type CellFeatureName = (typeof cellFeatureNames)[number]

/** Coefficients of a logistic regression, in log-odds; `constant` is the intercept. */
export type LogisticWeights = Record<'constant' | CellFeatureName, number>
/** Fitted by ml/kutu_ml/affected/fit.py to leaves with hand-drawn masks. */
export type SegmentationWeights = { leaf: LogisticWeights; affected: LogisticWeights }

/** Each feature for every cell of the leaf mask's grid, row by row from the top. */
export type CellFeatures = Record<CellFeatureName, Float32Array>

/** Added to the brightness of a cell, so that nearly black cells have no color. */
const brightnessOffset = 12
const clearlyRedderThreshold = 0.08
/** Radius of the window for the local mean of the contrast, in cells. */
const contrastRadius = 5

/**
 * Computes the features of every cell.
 * @param planes the square as `resizeToMaskGrid` returns it
 * @param features float32 [views, C, h, w]
 */
export function computeCellFeatures(
  planes: Float32Array,
  mask: LeafMask,
  features: Float32Array,
  head: Head,
  card: ActivationParams,
): CellFeatures {
  return { ...computeColorFeatures(planes, mask), ...computeNetworkFeatures(features, head, card) }
}

type ColorFeatureName =
  | 'redness'
  | 'redder_than_leaf'
  | 'lack_of_blue'
  | 'lighter_than_leaf'
  | 'clearly_redder'
  | 'reddish'
  | 'contrast'

function computeColorFeatures(planes: Float32Array, mask: LeafMask): Pick<CellFeatures, ColorFeatureName> {
  const area = maskSize * maskSize
  const redness = new Float32Array(area)
  const lackOfBlue = new Float32Array(area)
  const light = new Float32Array(area)
  for (let i = 0; i < area; i++) {
    const red = planes[i] ?? 0
    const green = planes[area + i] ?? 0
    const blue = planes[2 * area + i] ?? 0
    const total = red + green + blue + brightnessOffset
    redness[i] = (red - green) / total
    lackOfBlue[i] = (Math.max(red, green) - blue) / total
    light[i] = total / (3 * 255)
  }
  const leafRedness = computeLeafMedian(redness, mask)
  const leafLight = computeLeafMedian(light, mask)
  const localMean = boxBlur(light, maskSize, contrastRadius)
  const redderThanLeaf = new Float32Array(area)
  const lighterThanLeaf = new Float32Array(area)
  const clearlyRedder = new Float32Array(area)
  const reddish = new Float32Array(area)
  const contrast = new Float32Array(area)
  for (let i = 0; i < area; i++) {
    const cellRedness = redness[i] ?? 0
    const cellLight = light[i] ?? 0
    redderThanLeaf[i] = cellRedness - leafRedness
    lighterThanLeaf[i] = cellLight - leafLight
    clearlyRedder[i] = cellRedness - leafRedness > clearlyRedderThreshold ? 1 : 0
    reddish[i] = cellRedness > 0 ? 1 : 0
    contrast[i] = Math.abs(cellLight - (localMean[i] ?? 0))
  }
  return {
    redness,
    redder_than_leaf: redderThanLeaf,
    lack_of_blue: lackOfBlue,
    lighter_than_leaf: lighterThanLeaf,
    clearly_redder: clearlyRedder,
    reddish,
    contrast,
  }
}

/** Returns the median over the leaf. Features are relative to it: the same brown is a spot on one leaf, normal on another. */
function computeLeafMedian(values: Float32Array, mask: LeafMask): number {
  if (mask.share < minLeafShare) return selectRank(values, Math.floor(values.length / 2))
  const leafValues = new Float32Array(values.length)
  let count = 0
  for (let i = 0; i < values.length; i++) if (mask.values[i] === 1) leafValues[count++] = values[i] ?? 0
  return selectRank(leafValues.subarray(0, count), Math.floor(count / 2))
}

function computeNetworkFeatures(
  features: Float32Array,
  head: Head,
  card: ActivationParams,
): Omit<CellFeatures, ColorFeatureName> {
  const { common_rust: rust, other_disease: other, healthy, ...rest } = computeClassActivationMaps(features, head, card)
  const subtractHealthy = (map: Float32Array): Float32Array => {
    const values = new Float32Array(map.length)
    for (let i = 0; i < map.length; i++) values[i] = (map[i] ?? 0) - (healthy[i] ?? 0)
    return resizeBilinear({ ...card.featureSize, values }, maskSize)
  }
  const sick = new Float32Array(rust.length)
  for (let i = 0; i < sick.length; i++) sick[i] = logAddExp(rust[i] ?? 0, other[i] ?? 0)
  return {
    rust: subtractHealthy(rust),
    other_disease: subtractHealthy(other),
    sick: subtractHealthy(sick),
    not_leaf: subtractHealthy(rest.not_leaf),
    unlabelled: subtractHealthy(rest.unlabelled),
  }
}

/** log(exp(a) + exp(b)) */
function logAddExp(a: number, b: number): number {
  const max = Math.max(a, b)
  return max + Math.log1p(Math.exp(Math.min(a, b) - max))
}
