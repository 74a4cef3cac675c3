// Features of each cell for the segmentation: color, and class activation maps (Zhou et al. 2016, Learning Deep Features
// for Discriminative Localization). Because the head is linear, it can be applied to each cell of the feature map.

import type { FineClass, ProductClass } from '../inference/classes.ts'
import type { Head } from '../inference/head.ts'
import type { InputParams } from '../inference/input-params.ts'
import { boxBlur, resizeBilinear } from './grid.ts'
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
type HeatmapParams = Pick<InputParams, 'featureSize' | 'views'> & { classes: FineClass[] }

export type CellFeatureName = (typeof cellFeatureNames)[number]

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
  card: HeatmapParams,
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
  return {
    redness,
    redder_than_leaf: redness.map(value => value - leafRedness),
    lack_of_blue: lackOfBlue,
    lighter_than_leaf: light.map(value => value - leafLight),
    clearly_redder: redness.map(value => (value - leafRedness > clearlyRedderThreshold ? 1 : 0)),
    reddish: redness.map(value => (value > 0 ? 1 : 0)),
    contrast: light.map((value, i) => Math.abs(value - (localMean[i] ?? 0))),
  }
}

/** Returns the median over the leaf. Features are relative to it: the same brown is a spot on one leaf, normal on another. */
function computeLeafMedian(values: Float32Array, mask: LeafMask): number {
  const leafValues = mask.share < minLeafShare ? values.slice() : values.filter((_, i) => mask.values[i] === 1)
  return leafValues.sort()[Math.floor(leafValues.length / 2)] ?? 0
}

function computeNetworkFeatures(
  features: Float32Array,
  head: Head,
  card: HeatmapParams,
): Omit<CellFeatures, ColorFeatureName> {
  const scores = computeClassActivationMaps(averageFeatureMaps(features, head.embeddingSize, card), head, card)
  const subtractHealthy = (scoreAt: (i: number) => number): Float32Array => {
    const values = scores.healthy.map((healthy, i) => scoreAt(i) - healthy)
    return resizeBilinear({ ...card.featureSize, values }, maskSize)
  }
  const score = (name: ProductClass) => (i: number) => scores[name][i] ?? 0
  const [rust, other] = [score('common_rust'), score('other_disease')]
  return {
    rust: subtractHealthy(rust),
    other_disease: subtractHealthy(other),
    sick: subtractHealthy(i => logAddExp(rust(i), other(i))),
    not_leaf: subtractHealthy(score('not_leaf')),
    unlabelled: subtractHealthy(score('unlabelled')),
  }
}

/** Returns the mean feature map of the views with the first view's scale, mirrored ones flipped back: float32 [C, h, w]. */
function averageFeatureMaps(
  features: Float32Array,
  channels: number,
  { featureSize: { width, height }, views }: Pick<HeatmapParams, 'featureSize' | 'views'>,
): Float32Array {
  const length = channels * width * height
  const mean = new Float32Array(length)
  const sameScaleViews = views.flatMap(({ scale, flip }, view) => (scale === views[0].scale ? [{ view, flip }] : []))
  for (const { view, flip } of sameScaleViews) {
    for (let i = 0; i < length; i++) {
      const column = i % width
      const source = flip ? i - column + (width - 1 - column) : i
      mean[i] = (mean[i] ?? 0) + (features[view * length + source] ?? 0) / sameScaleViews.length
    }
  }
  return mean
}

/**
 * Returns a class activation map per product class: the head's logits in each cell, combined over the fine classes of the
 * product class by log-sum-exp.
 */
function computeClassActivationMaps(
  features: Float32Array,
  head: Head,
  { classes, featureSize }: Pick<HeatmapParams, 'classes' | 'featureSize'>,
): Record<ProductClass, Float32Array> {
  const area = featureSize.width * featureSize.height
  // A very low logit, for product classes without fine classes.
  const createEmptyMap = () => new Float32Array(area).fill(-20)
  const scores: Record<ProductClass, Float32Array> = {
    common_rust: createEmptyMap(),
    healthy: createEmptyMap(),
    other_disease: createEmptyMap(),
    not_leaf: createEmptyMap(),
    unlabelled: createEmptyMap(),
  }
  classes.forEach(({ productClass }, row) => {
    const activation = new Float32Array(area).fill(head.biases[row] ?? 0)
    for (let channel = 0; channel < head.embeddingSize; channel++) {
      const weight = head.weights[row * head.embeddingSize + channel] ?? 0
      for (let i = 0; i < area; i++) activation[i] = (activation[i] ?? 0) + weight * (features[channel * area + i] ?? 0)
    }
    const sums = scores[productClass]
    for (let i = 0; i < area; i++) sums[i] = logAddExp(sums[i] ?? 0, activation[i] ?? 0)
  })
  return scores
}

/** log(exp(a) + exp(b)) */
function logAddExp(a: number, b: number): number {
  const max = Math.max(a, b)
  return max + Math.log1p(Math.exp(Math.min(a, b) - max))
}
