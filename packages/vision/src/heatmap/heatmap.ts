import type { HealthClass } from '../inference/model-card.ts'
import type { Square } from '../inference/tensor.ts'
import { sampleBilinear } from './grid.ts'
import type { Segmentation } from './segmentation.ts'

/** Upright pixels: R G B A R G B A …, alpha not premultiplied. */
export type RgbaImage = { width: number; height: number; data: Uint8Array }

/** The classes of which there is something to show. */
export type DiseasedClass = Exclude<HealthClass, 'healthy'>

/** The product's colours of rust and of other diseases. */
const classColors: Record<DiseasedClass, [number, number, number]> = {
  common_rust: [0xb3, 0x40, 0x1a],
  other_disease: [0x1d, 0x5f, 0xbf],
}
const longSide = 256
const maxAlpha = 200
/** Steps of alpha: the eye sees no bands, and the PNG stays small. */
const alphaStep = 8
/** From this probability on the colour is at its deepest. */
const maxAlphaProbability = 0.85
/** Of the threshold: where the colour begins to show, so that what counts as affected is seen clearly. */
const fadeInRatio = 0.75
/** Of the likeliest place: it is painted even where no place reaches the threshold. */
const minPeakRatio = 0.8

/**
 * Share of the leaf whose probability of being affected reaches the card's heat threshold, 0 to 1; null where too little
 * leaf is in sight to take a share of it.
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
 * The heat map as a picture to lay over the whole upright photo: 256 px along its longer side, transparent outside the
 * square the network looked at, off the leaf, and where it looks healthy.
 */
export function renderHeatmap(
  parts: Segmentation,
  photo: { width: number; height: number },
  square: Square,
  rustClass: DiseasedClass,
  heatThreshold: number,
): RgbaImage {
  const [red, green, blue] = classColors[rustClass]
  const threshold = Math.min(heatThreshold, minPeakRatio * (findPeakProbability(parts) ?? 1))
  const scale = longSide / Math.max(photo.width, photo.height)
  const width = Math.max(1, Math.round(photo.width * scale))
  const height = Math.max(1, Math.round(photo.height * scale))
  const data = new Uint8Array(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    const x = ((((i % width) + 0.5) / width) * photo.width - square.left) / square.side
    const y = (((Math.floor(i / width) + 0.5) / height) * photo.height - square.top) / square.side
    if (x < 0 || x >= 1 || y < 0 || y >= 1) continue
    const leafProbability = sampleBilinear(parts.leaf, x, y)
    data[i * 4] = red
    data[i * 4 + 1] = green
    data[i * 4 + 2] = blue
    data[i * 4 + 3] =
      leafProbability > 0 ? computeAlpha(sampleBilinear(parts.affected, x, y), threshold, leafProbability) : 0
  }
  return { width, height, data }
}

/** The highest probability of being affected of a place that rather is leaf; null where there is none. */
function findPeakProbability({ leaf, affected }: Segmentation): number | null {
  const onLeafValues = affected.values.filter((_, i) => (leaf.values[i] ?? 0) >= 0.5)
  return onLeafValues.length > 0 ? onLeafValues.reduce((max, value) => Math.max(max, value)) : null
}

/** From clear below the threshold to the deepest alpha, fading towards the rim of the leaf. */
function computeAlpha(probability: number, threshold: number, leafProbability: number): number {
  const fadeInStart = threshold * fadeInRatio
  const intensity = Math.min(
    1,
    Math.max(0, probability - fadeInStart) / Math.max(1e-6, maxAlphaProbability - fadeInStart),
  )
  return Math.round((intensity * leafProbability * maxAlpha) / alphaStep) * alphaStep
}
