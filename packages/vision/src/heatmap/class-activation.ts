// Class activation maps (Zhou et al. 2016, Learning Deep Features for Discriminative Localization): because the head is
// linear, it can be applied to each cell of the feature map.

import { type FineClass, type ProductClass, productClasses } from '../inference/classes.ts'
import type { Head } from '../inference/head.ts'
import type { InputParams } from '../inference/input-params.ts'

export type ActivationParams = Pick<InputParams, 'featureSize' | 'views'> & { classes: FineClass[] }

/** The sums run over this many channels at once, so that a map is read and written less often. */
const channelBlock = 4
/** Logit that every product class has in addition, so that one without fine classes has a very low one. */
const emptyLogit = -20

/**
 * Returns a class activation map per product class: the head's logits in each cell, combined over the fine classes of the
 * product class by log-sum-exp.
 * @param features float32 [views, C, h, w]
 */
export function computeClassActivationMaps(
  features: Float32Array,
  head: Head,
  card: ActivationParams,
): Record<ProductClass, Float32Array> {
  const area = card.featureSize.width * card.featureSize.height
  const logits = computeCellLogits(averageFeatureMaps(features, head.embeddingSize, card), head, area)
  const createMap = (productClass: ProductClass) => {
    const rows = card.classes.flatMap((entry, row) => (entry.productClass === productClass ? [row * area] : []))
    return Float32Array.from({ length: area }, (_, i) => logSumExp(logits, rows, i))
  }
  return Object.fromEntries(productClasses.map(name => [name, createMap(name)])) as Record<ProductClass, Float32Array>
}

/**
 * Returns the mean feature map of the views with the first view's scale, mirrored ones flipped back: [C, h, w]. The number of
 * channels is rounded up to whole blocks; the additional ones are 0.
 */
function averageFeatureMaps(
  features: Float32Array,
  channels: number,
  { featureSize: { width, height }, views }: Pick<ActivationParams, 'featureSize' | 'views'>,
): Float64Array {
  const length = channels * width * height
  const mean = new Float64Array(Math.ceil(channels / channelBlock) * channelBlock * width * height)
  const sameScaleViews = views.flatMap(({ scale, flip }, view) => (scale === views[0].scale ? [{ view, flip }] : []))
  const share = 1 / sameScaleViews.length
  for (const { view, flip } of sameScaleViews) {
    const step = flip ? -1 : 1
    for (let row = 0; row < length; row += width) {
      let from = view * length + row + (flip ? width - 1 : 0)
      for (let to = row; to < row + width; to++, from += step)
        mean[to] = (mean[to] ?? 0) + (features[from] ?? 0) * share
    }
  }
  return mean
}

/**
 * Returns W f + b for the features f of each cell: [classes, area]. Two rows at a time share the reading of the features; an odd
 * number of classes is rounded up. Every sum runs over the channels in their order.
 */
function computeCellLogits(features: Float64Array, head: Head, area: number): Float64Array {
  const { classCount, embeddingSize, weights, biases } = head
  const logits = new Float64Array((classCount + (classCount % 2)) * area)
  for (let row = 0; row < classCount; row++) logits.fill(biases[row] ?? 0, row * area, (row + 1) * area)
  for (let channel = 0; channel < embeddingSize; channel += channelBlock) {
    const a = channel * area
    const b = a + area
    const c = b + area
    const d = c + area
    for (let row = 0; row < classCount; row += 2) {
      const w = row * embeddingSize + channel
      const v = row + 1 < classCount ? w + embeddingSize : w
      const wa = weights[w] ?? 0
      const wb = weights[w + 1] ?? 0
      const wc = weights[w + 2] ?? 0
      const wd = weights[w + 3] ?? 0
      const va = weights[v] ?? 0
      const vb = weights[v + 1] ?? 0
      const vc = weights[v + 2] ?? 0
      const vd = weights[v + 3] ?? 0
      const start = row * area
      const next = start + area
      for (let i = 0; i < area; i++) {
        const fa = features[a + i] ?? 0
        const fb = features[b + i] ?? 0
        const fc = features[c + i] ?? 0
        const fd = features[d + i] ?? 0
        logits[start + i] = (logits[start + i] ?? 0) + wa * fa + wb * fb + wc * fc + wd * fd
        logits[next + i] = (logits[next + i] ?? 0) + va * fa + vb * fb + vc * fc + vd * fd
      }
    }
  }
  return logits
}

/** Returns log(exp(emptyLogit) + sum of exp(logits[row + i]) over the rows). */
function logSumExp(logits: Float64Array, rows: number[], i: number): number {
  let max = emptyLogit
  for (const row of rows) max = Math.max(max, logits[row + i] ?? 0)
  let sum = Math.exp(emptyLogit - max)
  for (const row of rows) sum += Math.exp((logits[row + i] ?? 0) - max)
  return max + Math.log(sum)
}
