import type { Card, ProductClass } from './card.ts'
import { boxMean, stretched } from './grid.ts'
import type { Head } from './head.ts'
import { type LeafMask, leastLeaf, maskSize } from './leaf.ts'

/** What speaks for or against leaf and disease in one cell: seven of its colour, five of the network. */
export const evidenceNames = [
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
export type EvidenceName = (typeof evidenceNames)[number]

/** Each evidence in every cell of the leaf mask's grid, row by row from the top. */
export type Evidence = Record<EvidenceName, Float32Array>

/** Added to the light of a cell, so that a nearly black one has no colour. */
const darkness = 12
const clearlyRedderFrom = 0.08
/** In cells: contrast is against the surroundings within this reach. */
const surroundings = 5

/**
 * @param planes the square as `leafPlanes` gives it
 * @param features float32 [views, C, h, w]
 */
export function gatherEvidence(
  planes: Float32Array,
  mask: LeafMask,
  features: Float32Array,
  head: Head,
  card: Pick<Card, 'classes' | 'featureSize' | 'views'>,
): Evidence {
  return { ...colourEvidence(planes, mask), ...networkEvidence(features, head, card) }
}

type ColourName =
  | 'redness'
  | 'redder_than_leaf'
  | 'lack_of_blue'
  | 'lighter_than_leaf'
  | 'clearly_redder'
  | 'reddish'
  | 'contrast'

function colourEvidence(planes: Float32Array, mask: LeafMask): Pick<Evidence, ColourName> {
  const area = maskSize * maskSize
  const redness = new Float32Array(area)
  const lackOfBlue = new Float32Array(area)
  const light = new Float32Array(area)
  for (let i = 0; i < area; i++) {
    const red = planes[i] ?? 0
    const green = planes[area + i] ?? 0
    const blue = planes[2 * area + i] ?? 0
    const total = red + green + blue + darkness
    redness[i] = (red - green) / total
    lackOfBlue[i] = (Math.max(red, green) - blue) / total
    light[i] = total / (3 * 255)
  }
  const usualRedness = medianOnLeaf(redness, mask)
  const usualLight = medianOnLeaf(light, mask)
  const around = boxMean(light, maskSize, surroundings)
  return {
    redness,
    redder_than_leaf: redness.map(value => value - usualRedness),
    lack_of_blue: lackOfBlue,
    lighter_than_leaf: light.map(value => value - usualLight),
    clearly_redder: redness.map(value => (value - usualRedness > clearlyRedderFrom ? 1 : 0)),
    reddish: redness.map(value => (value > 0 ? 1 : 0)),
    contrast: light.map((value, i) => Math.abs(value - (around[i] ?? 0))),
  }
}

/** A leaf is measured by its own green: the same brown is a spot on one and the colour of another. */
function medianOnLeaf(values: Float32Array, mask: LeafMask): number {
  const chosen = mask.share < leastLeaf ? values.slice() : values.filter((_, i) => mask.values[i] === 1)
  return chosen.sort()[Math.floor(chosen.length / 2)] ?? 0
}

function networkEvidence(
  features: Float32Array,
  head: Head,
  card: Pick<Card, 'classes' | 'featureSize' | 'views'>,
): Omit<Evidence, ColourName> {
  const scores = cellScores(meanFeatures(features, head.embeddingSize, card), head, card)
  const against = (of: (i: number) => number): Float32Array => {
    const values = scores.healthy.map((healthy, i) => of(i) - healthy)
    return stretched({ ...card.featureSize, values }, maskSize)
  }
  const score = (name: ProductClass) => (i: number) => scores[name][i] ?? 0
  const [rust, other] = [score('common_rust'), score('other_disease')]
  return {
    rust: against(rust),
    other_disease: against(other),
    sick: against(i => logSum(rust(i), other(i))),
    not_leaf: against(score('not_leaf')),
    unlabelled: against(score('unlabelled')),
  }
}

/** The feature map of the first view, averaged with its mirror image where the card has both: float32 [C, h, w]. */
function meanFeatures(
  features: Float32Array,
  channels: number,
  { featureSize: { width, height }, views }: Pick<Card, 'featureSize' | 'views'>,
): Float32Array {
  const length = channels * width * height
  const mean = new Float32Array(length)
  const alike = views.flatMap(({ scale, flip }, view) => (scale === views[0].scale ? [{ view, flip }] : []))
  for (const { view, flip } of alike) {
    for (let i = 0; i < length; i++) {
      const column = i % width
      const from = flip ? i - column + (width - 1 - column) : i
      mean[i] = (mean[i] ?? 0) + (features[view * length + from] ?? 0) / alike.length
    }
  }
  return mean
}

/** For each product class and cell, the log of the sum over its fine classes of exp(the head's answer to that cell). */
function cellScores(
  features: Float32Array,
  head: Head,
  { classes, featureSize }: Pick<Card, 'classes' | 'featureSize'>,
): Record<ProductClass, Float32Array> {
  const area = featureSize.width * featureSize.height
  // So little where a model has no class of a kind that it says nothing for it.
  const none = () => new Float32Array(area).fill(-20)
  const scores: Record<ProductClass, Float32Array> = {
    common_rust: none(),
    healthy: none(),
    other_disease: none(),
    not_leaf: none(),
    unlabelled: none(),
  }
  classes.forEach(({ productClass }, row) => {
    const answer = new Float32Array(area).fill(head.biases[row] ?? 0)
    for (let channel = 0; channel < head.embeddingSize; channel++) {
      const weight = head.weights[row * head.embeddingSize + channel] ?? 0
      for (let i = 0; i < area; i++) answer[i] = (answer[i] ?? 0) + weight * (features[channel * area + i] ?? 0)
    }
    const sums = scores[productClass]
    for (let i = 0; i < area; i++) sums[i] = logSum(sums[i] ?? 0, answer[i] ?? 0)
  })
  return scores
}

/** log(exp(a) + exp(b)) */
function logSum(a: number, b: number): number {
  const most = Math.max(a, b)
  return most + Math.log1p(Math.exp(Math.min(a, b) - most))
}
