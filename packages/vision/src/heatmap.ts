import type { HealthClass } from './card.ts'
import { valueAt } from './grid.ts'
import type { Parts } from './parts.ts'
import type { Square } from './tensor.ts'

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
/** From this probability on the colour is at its deepest. */
const deepestFrom = 0.85
/** Of the threshold: where the colour begins to show, so that what counts as affected is seen clearly. */
const faintestAt = 0.75
/** Of the likeliest place: it is painted even where no place reaches the threshold. */
const leastShown = 0.8

/**
 * Share of the leaf whose probability of being affected reaches the card's heat threshold, 0 to 1; null where too little
 * leaf is in sight to take a share of it.
 */
export function affectedArea({ leaf, affected, hasLeaf }: Parts, heatThreshold: number): number | null {
  if (!hasLeaf) return null
  let whole = 0
  let sick = 0
  leaf.values.forEach((share, i) => {
    whole += share
    if ((affected.values[i] ?? 0) >= heatThreshold) sick += share
  })
  return whole > 0 ? sick / whole : null
}

/**
 * The heat map as a picture to lay over the whole upright photo: 256 px along its longer side, transparent outside the
 * square the network looked at, off the leaf, and where it looks healthy.
 */
export function paintHeatmap(
  parts: Parts,
  photo: { width: number; height: number },
  square: Square,
  rustClass: SickClass,
  heatThreshold: number,
): RgbaImage {
  const [red, green, blue] = colours[rustClass]
  const threshold = Math.min(heatThreshold, leastShown * (likeliest(parts) ?? 1))
  const scale = longSide / Math.max(photo.width, photo.height)
  const width = Math.max(1, Math.round(photo.width * scale))
  const height = Math.max(1, Math.round(photo.height * scale))
  const data = new Uint8Array(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    const x = ((((i % width) + 0.5) / width) * photo.width - square.left) / square.side
    const y = (((Math.floor(i / width) + 0.5) / height) * photo.height - square.top) / square.side
    if (x < 0 || x >= 1 || y < 0 || y >= 1) continue
    const onLeaf = valueAt(parts.leaf, x, y)
    data[i * 4] = red
    data[i * 4 + 1] = green
    data[i * 4 + 2] = blue
    data[i * 4 + 3] = onLeaf > 0 ? alphaOf(valueAt(parts.affected, x, y), threshold, onLeaf) : 0
  }
  return { width, height, data }
}

/** The highest probability of being affected of a place that rather is leaf; null where there is none. */
function likeliest({ leaf, affected }: Parts): number | null {
  const found = affected.values.filter((_, i) => (leaf.values[i] ?? 0) >= 0.5)
  return found.length > 0 ? found.reduce((most, value) => Math.max(most, value)) : null
}

/** From clear below the threshold to the deepest alpha, fading towards the rim of the leaf. */
function alphaOf(heat: number, threshold: number, onLeaf: number): number {
  const clear = threshold * faintestAt
  const share = Math.min(1, Math.max(0, heat - clear) / Math.max(1e-6, deepestFrom - clear))
  return Math.round((share * onLeaf * deepestAlpha) / alphaStep) * alphaStep
}
