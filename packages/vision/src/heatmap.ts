import type { Card, HealthClass } from './card.ts'
import type { Head } from './head.ts'
import type { LeafMask } from './leaf.ts'
import type { Square } from './tensor.ts'

/** Values from 0 to 1 on a grid over a square of the photo, row by row from the top. */
export type HeatGrid = { width: number; height: number; values: Float32Array }

/** Upright pixels: R G B A R G B A …, alpha not premultiplied. */
export type RgbaImage = { width: number; height: number; data: Uint8Array }

/** Rust and other diseases in the product's colours; a healthy leaf has nothing to show. */
const colours: Record<HealthClass, [number, number, number] | null> = {
  common_rust: [0xb3, 0x40, 0x1a],
  other_disease: [0x1d, 0x5f, 0xbf],
  healthy: null,
}
const longSide = 256
const deepestAlpha = 200
/** Steps of alpha: the eye sees no bands, and the PNG stays small. */
const alphaStep = 8

/**
 * Where the network saw the winning class: its head weights, by the probability of each fine class, times the feature
 * map of the first view; negative evidence cut off, the strongest cell 1 (all 0 when nothing speaks for the class).
 * @param features float32 [views, C, h, w]
 */
export function activationGrid(
  features: Float32Array,
  fine: number[],
  rustClass: HealthClass,
  head: Head,
  card: Pick<Card, 'classes' | 'featureSize' | 'views'>,
): HeatGrid {
  const { width, height } = card.featureSize
  const area = width * height
  const values = new Float32Array(area)
  for (let channel = 0; channel < head.embeddingSize; channel++) {
    const weight = card.classes.reduce((sum, entry, row) => {
      if (entry.productClass !== rustClass) return sum
      return sum + (fine[row] ?? 0) * (head.weights[row * head.embeddingSize + channel] ?? 0)
    }, 0)
    for (let i = 0; i < area; i++) values[i] = (values[i] ?? 0) + weight * (features[channel * area + i] ?? 0)
  }
  const highest = values.reduce((most, value) => Math.max(most, value), 0)
  const shares = values.map(value => (highest > 0 ? Math.max(0, value) / highest : 0))
  const grid = { width, height, values: shares }
  return card.views[0].flip ? mirrored(grid) : grid
}

function mirrored({ width, height, values }: HeatGrid): HeatGrid {
  const turned = values.map((_, i) => values[i - (i % width) + (width - 1 - (i % width))] ?? 0)
  return { width, height, values: turned }
}

/** Bilinear value of a grid at (x, y), both from 0 to 1 across its square. */
function heatAt({ width, height, values }: HeatGrid, x: number, y: number): number {
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

/**
 * Share of the leaf whose activation reaches the card's heat threshold, from 0 to 1. Null for a healthy leaf, and where
 * too little leaf is in sight to take a share of it.
 */
export function affectedArea(
  grid: HeatGrid,
  mask: LeafMask,
  rustClass: HealthClass,
  heatThreshold: number,
): number | null {
  if (rustClass === 'healthy' || mask.share < 0.02) return null
  let onLeaf = 0
  let affected = 0
  mask.cells.forEach((cell, i) => {
    if (cell === 0) return
    onLeaf++
    const x = ((i % mask.size) + 0.5) / mask.size
    const y = (Math.floor(i / mask.size) + 0.5) / mask.size
    if (heatAt(grid, x, y) >= heatThreshold) affected++
  })
  return affected / onLeaf
}

/**
 * The heat map as a picture to lay over the whole upright photo: 256 px along its longer side, transparent outside the
 * square the network looked at and where little speaks for the disease. Null for a healthy leaf.
 */
export function paintHeatmap(
  grid: HeatGrid,
  photo: { width: number; height: number },
  square: Square,
  rustClass: HealthClass,
  heatThreshold: number,
): RgbaImage | null {
  const colour = colours[rustClass]
  if (colour === null) return null
  const scale = longSide / Math.max(photo.width, photo.height)
  const width = Math.max(1, Math.round(photo.width * scale))
  const height = Math.max(1, Math.round(photo.height * scale))
  const data = new Uint8Array(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    const x = ((((i % width) + 0.5) / width) * photo.width - square.left) / square.side
    const y = (((Math.floor(i / width) + 0.5) / height) * photo.height - square.top) / square.side
    if (x < 0 || x >= 1 || y < 0 || y >= 1) continue
    data[i * 4] = colour[0]
    data[i * 4 + 1] = colour[1]
    data[i * 4 + 2] = colour[2]
    data[i * 4 + 3] = alphaOf(heatAt(grid, x, y), heatThreshold / 2)
  }
  return { width, height, data }
}

/** From clear at `faintest` to the deepest alpha at 1. */
function alphaOf(heat: number, faintest: number): number {
  const share = Math.max(0, heat - faintest) / Math.max(1e-6, 1 - faintest)
  return Math.round((share * deepestAlpha) / alphaStep) * alphaStep
}
