// Class activation maps (Zhou et al. 2016, Learning Deep Features for Discriminative Localization): because the head is
// linear, it can be applied to each cell of the feature map.

import { type FineClass, type ProductClass, productClasses } from '../../inference/classes.ts'
import type { Head } from '../../inference/head.ts'
import type { InputParams } from '../../inference/input-params.ts'
import { addProducts, allocateLogits, tileCells, tileClasses } from './logits-kernel.ts'

export type ActivationParams = Pick<InputParams, 'featureSize'> & { classes: FineClass[] }

/** Logit that every product class has in addition, so that one without fine classes has a very low one. */
const emptyLogit = -20

/**
 * Returns a class activation map per product class: the head's logits in each cell, combined over the fine classes of the
 * product class by log-sum-exp.
 * @param features float32 [views, C, h, w], of which the first view counts
 */
export function computeClassActivationMaps(
  features: Float32Array,
  head: Head,
  card: ActivationParams,
): Record<ProductClass, Float32Array> {
  const area = card.featureSize.width * card.featureSize.height
  const stride = roundUp(area, tileCells)
  const logits = computeCellLogits(features.subarray(0, head.embeddingSize * area), head, stride)
  const createMap = (productClass: ProductClass) => {
    const rows = card.classes.flatMap((entry, row) => (entry.productClass === productClass ? [row * stride] : []))
    const map = new Float32Array(area)
    for (let i = 0; i < area; i++) map[i] = logSumExp(logits, rows, i)
    return map
  }
  return Object.fromEntries(productClasses.map(name => [name, createMap(name)])) as Record<ProductClass, Float32Array>
}

const roundUp = (count: number, unit: number) => Math.ceil(count / unit) * unit

/** Returns W f + b for the features f of each cell: float64 [classes, stride]. The next call overwrites it. */
function computeCellLogits(features: Float32Array, head: Head, stride: number): Float64Array {
  const { classCount, embeddingSize, biases } = head
  const memory = allocateLogits(roundUp(classCount, tileClasses), embeddingSize, stride)
  memory.weights.set(packWeights(head))
  const area = features.length / embeddingSize
  for (let channel = 0; channel < embeddingSize; channel++)
    memory.features.set(features.subarray(channel * area, (channel + 1) * area), channel * stride)
  for (let row = 0; row < classCount; row++) memory.logits.fill(biases[row] ?? 0, row * stride, (row + 1) * stride)
  addProducts(memory, embeddingSize, stride)
  return memory.logits
}

/** Packed weights by head: they are needed for every photo. */
const packedWeights = new WeakMap<Head, Float64Array>()

/** Reorders the weights [class, channel] to [class / 4, channel, 4]. */
function packWeights(head: Head): Float64Array {
  const cached = packedWeights.get(head)
  if (cached !== undefined) return cached
  const { classCount, embeddingSize, weights } = head
  const packed = new Float64Array(roundUp(classCount, tileClasses) * embeddingSize)
  for (let row = 0; row < classCount; row++) {
    const tile = Math.floor(row / tileClasses) * tileClasses
    for (let channel = 0; channel < embeddingSize; channel++)
      packed[tile * embeddingSize + channel * tileClasses + (row - tile)] = weights[row * embeddingSize + channel] ?? 0
  }
  packedWeights.set(head, packed)
  return packed
}

/** Returns log(exp(emptyLogit) + sum of exp(logits[row + i]) over the rows). */
function logSumExp(logits: Float64Array, rows: number[], i: number): number {
  let max = emptyLogit
  for (let j = 0; j < rows.length; j++) max = Math.max(max, logits[(rows[j] ?? 0) + i] ?? 0)
  let sum = Math.exp(emptyLogit - max)
  for (let j = 0; j < rows.length; j++) sum += Math.exp((logits[(rows[j] ?? 0) + i] ?? 0) - max)
  return max + Math.log(sum)
}
