import type { Card, HealthClass, ProductClass } from './card.ts'
import type { Head } from './head.ts'
import type { LeafMask } from './leaf.ts'
import type { Square } from './tensor.ts'

/** Values on a grid over a square of the photo, row by row from the top. */
export type Grid = { width: number; height: number; values: Float32Array }

/** Upright pixels: R G B A R G B A …, alpha not premultiplied. */
export type RgbaImage = { width: number; height: number; data: Uint8Array }

/** The classes of which there is something to show. */
export type SickClass = Exclude<HealthClass, 'healthy'>

/** The product's colours of rust and of other diseases. */
const colours: Record<SickClass, [number, number, number]> = {
  common_rust: [0xb3, 0x40, 0x1a],
  other_disease: [0x1d, 0x5f, 0xbf],
}
const longSide = 256
const deepestAlpha = 200
/** Steps of alpha: the eye sees no bands, and the PNG stays small. */
const alphaStep = 8
/** Below this share of leaf the colours did not tell leaf from background, and nothing is said about its parts. */
const leastLeaf = 0.02
/** Added to each probability, so that an answer beyond all doubt is held against every alternative alike. */
const doubt = 1e-4

/**
 * Where the network sees the winning class rather than a healthy leaf or no leaf: the difference of their head weights,
 * each by the probability of its fine classes, times the feature map of the first view. Negative evidence is 0.
 * @param features float32 [views, C, h, w]
 */
export function activationGrid(
  features: Float32Array,
  fine: number[],
  rustClass: SickClass,
  head: Head,
  card: Pick<Card, 'classes' | 'featureSize' | 'views'>,
): Grid {
  const { width, height } = card.featureSize
  const area = width * height
  const speaking = classWeights(fine, head, card, [rustClass])
  const against = classWeights(fine, head, card, ['healthy', 'not_leaf'])
  const sums = new Float32Array(area)
  for (let channel = 0; channel < head.embeddingSize; channel++) {
    const weight = (speaking[channel] ?? 0) - (against[channel] ?? 0)
    for (let i = 0; i < area; i++) sums[i] = (sums[i] ?? 0) + weight * (features[channel * area + i] ?? 0)
  }
  const values = sums.map(sum => Math.max(0, sum))
  return card.views[0].flip ? mirrored({ width, height, values }) : { width, height, values }
}

/** The mean head weights of some product classes, each fine class by its probability. */
function classWeights(
  fine: number[],
  head: Head,
  { classes }: Pick<Card, 'classes'>,
  wanted: ProductClass[],
): Float64Array {
  const mean = new Float64Array(head.embeddingSize)
  const shares = classes.map((entry, row) => (wanted.includes(entry.productClass) ? (fine[row] ?? 0) + doubt : 0))
  const total = shares.reduce((sum, share) => sum + share, 0)
  shares.forEach((share, row) => {
    if (share === 0) return
    for (let i = 0; i < mean.length; i++) {
      mean[i] = (mean[i] ?? 0) + (share / total) * (head.weights[row * head.embeddingSize + i] ?? 0)
    }
  })
  return mean
}

function mirrored({ width, height, values }: Grid): Grid {
  const turned = values.map((_, i) => values[i - (i % width) + (width - 1 - (i % width))] ?? 0)
  return { width, height, values: turned }
}

/** Bilinear value of a grid at (x, y), both from 0 to 1 across its square. */
function valueAt({ width, height, values }: Grid | LeafMask, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, x * width - 0.5))
  const row = Math.min(height - 1, Math.max(0, y * height - 0.5))
  const left = Math.floor(column)
  const top = Math.floor(row)
  const right = Math.min(width - 1, left + 1)
  const bottom = Math.min(height - 1, top + 1)
  const share = column - left
  const above = (values[top * width + left] ?? 0) * (1 - share) + (values[top * width + right] ?? 0) * share
  const below = (values[bottom * width + left] ?? 0) * (1 - share) + (values[bottom * width + right] ?? 0) * share
  return above + (below - above) * (row - top)
}

/** The values of a grid at each cell that shows leaf; everywhere when no leaf can be told from its background. */
function valuesOnLeaf(grid: Grid, leaf: LeafMask): number[] {
  const found: number[] = []
  leaf.values.forEach((cell, i) => {
    if (cell === 0 && leaf.share >= leastLeaf) return
    const x = ((i % leaf.width) + 0.5) / leaf.width
    const y = (Math.floor(i / leaf.width) + 0.5) / leaf.height
    found.push(valueAt(grid, x, y))
  })
  return found
}

/** The activation as a share of its strongest place on the leaf, 0 to 1; all 0 when nothing on the leaf speaks for it. */
export function leafActivation(grid: Grid, leaf: LeafMask): Grid {
  const highest = valuesOnLeaf(grid, leaf).reduce((most, value) => Math.max(most, value), 0)
  return { ...grid, values: grid.values.map(value => (highest > 0 ? Math.min(1, value / highest) : 0)) }
}

/**
 * Share of the leaf whose activation reaches the card's heat threshold, 0 to 1; null where too little leaf is in sight to
 * take a share of it.
 */
export function affectedArea(grid: Grid, leaf: LeafMask, heatThreshold: number): number | null {
  if (leaf.share < leastLeaf) return null
  const values = valuesOnLeaf(grid, leaf)
  return values.filter(value => value >= heatThreshold).length / values.length
}

/**
 * The heat map as a picture to lay over the whole upright photo: 256 px along its longer side, transparent outside the
 * square the network looked at, off the leaf, and where little speaks for the disease.
 */
export function paintHeatmap(
  grid: Grid,
  leaf: LeafMask,
  photo: { width: number; height: number },
  square: Square,
  rustClass: SickClass,
  heatThreshold: number,
): RgbaImage {
  const [red, green, blue] = colours[rustClass]
  const scale = longSide / Math.max(photo.width, photo.height)
  const width = Math.max(1, Math.round(photo.width * scale))
  const height = Math.max(1, Math.round(photo.height * scale))
  const data = new Uint8Array(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    const x = ((((i % width) + 0.5) / width) * photo.width - square.left) / square.side
    const y = (((Math.floor(i / width) + 0.5) / height) * photo.height - square.top) / square.side
    if (x < 0 || x >= 1 || y < 0 || y >= 1) continue
    const onLeaf = leaf.share >= leastLeaf ? valueAt(leaf, x, y) : 1
    data[i * 4] = red
    data[i * 4 + 1] = green
    data[i * 4 + 2] = blue
    data[i * 4 + 3] = onLeaf > 0 ? alphaOf(valueAt(grid, x, y), heatThreshold / 2, onLeaf) : 0
  }
  return { width, height, data }
}

/** From clear at `faintest` to the deepest alpha at 1, fading towards the rim of the leaf. */
function alphaOf(heat: number, faintest: number, onLeaf: number): number {
  const share = Math.max(0, heat - faintest) / Math.max(1e-6, 1 - faintest)
  return Math.round((share * onLeaf * deepestAlpha) / alphaStep) * alphaStep
}
