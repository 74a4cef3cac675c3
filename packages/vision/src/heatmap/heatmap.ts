import type { HealthClass } from '../inference/classes.ts'
import type { Square } from '../inference/rgb-image.ts'
import { sampleBilinear } from './grid.ts'
import type { Segmentation } from './segmentation.ts'

/** An upright image: R G B A R G B A …, alpha not premultiplied. */
export type RgbaImage = { width: number; height: number; data: Uint8Array }

/** The classes that have a heat map. */
export type DiseasedClass = Exclude<HealthClass, 'healthy'>

/** The product's colors of rust and of other diseases. */
const classColors: Record<DiseasedClass, [number, number, number]> = {
  common_rust: [0xb3, 0x40, 0x1a],
  other_disease: [0x1d, 0x5f, 0xbf],
}
const longSide = 256
const maxAlpha = 200
/** Alpha is rounded to multiples of this: too small to show bands, and the PNG compresses better. */
const alphaStep = 8
/** From this probability on alpha is at its maximum. */
const maxAlphaProbability = 0.85
/** The color fades in from this share of the threshold, so that cells that count as affected are clearly visible. */
const fadeInRatio = 0.75
/** The threshold is at most this share of the highest probability, so that a diseased leaf always shows its worst spot. */
const minPeakRatio = 0.8

/**
 * Returns the share of the leaf with a disease probability of at least the heat threshold, 0 to 1; null when too little
 * leaf is visible.
 */
export function computeAffectedArea({ leaf, affected, hasLeaf }: Segmentation, heatThreshold: number): number | null {
  if (!hasLeaf) return null
  let leafTotal = 0
  let affectedTotal = 0
  leaf.values.forEach((leafProbability, i) => {
    leafTotal += leafProbability
    if ((affected.values[i] ?? 0) >= heatThreshold) affectedTotal += leafProbability
  })
  return leafTotal > 0 ? affectedTotal / leafTotal : null
}

/**
 * Renders the heat map as an overlay for the whole upright photo, 256 px along its longer side. It is transparent outside
 * the square of the view, off the leaf and where the leaf looks healthy.
 */
export function renderHeatmap(
  segmentation: Segmentation,
  photo: { width: number; height: number },
  square: Square,
  rustClass: DiseasedClass,
  heatThreshold: number,
): RgbaImage {
  const [red, green, blue] = classColors[rustClass]
  const threshold = Math.min(heatThreshold, minPeakRatio * (findPeakProbability(segmentation) ?? 1))
  const scale = longSide / Math.max(photo.width, photo.height)
  const width = Math.max(1, Math.round(photo.width * scale))
  const height = Math.max(1, Math.round(photo.height * scale))
  const data = new Uint8Array(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    const x = ((((i % width) + 0.5) / width) * photo.width - square.left) / square.side
    const y = (((Math.floor(i / width) + 0.5) / height) * photo.height - square.top) / square.side
    if (x < 0 || x >= 1 || y < 0 || y >= 1) continue
    const leafProbability = sampleBilinear(segmentation.leaf, x, y)
    data[i * 4] = red
    data[i * 4 + 1] = green
    data[i * 4 + 2] = blue
    data[i * 4 + 3] =
      leafProbability > 0 ? computeAlpha(sampleBilinear(segmentation.affected, x, y), threshold, leafProbability) : 0
  }
  return { width, height, data }
}

/** Returns the highest disease probability of the cells that are probably leaf; null when there are none. */
function findPeakProbability({ leaf, affected }: Segmentation): number | null {
  const onLeafValues = affected.values.filter((_, i) => (leaf.values[i] ?? 0) >= 0.5)
  return onLeafValues.length > 0 ? onLeafValues.reduce((max, value) => Math.max(max, value)) : null
}

/** Returns an alpha that grows from below the threshold to its maximum and fades towards the rim of the leaf. */
function computeAlpha(probability: number, threshold: number, leafProbability: number): number {
  const fadeInStart = threshold * fadeInRatio
  const intensity = Math.min(
    1,
    Math.max(0, probability - fadeInStart) / Math.max(1e-6, maxAlphaProbability - fadeInStart),
  )
  return Math.round((intensity * leafProbability * maxAlpha) / alphaStep) * alphaStep
}
