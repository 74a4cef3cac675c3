import { decodeShortSide, type RgbImage } from '../tensor.ts'

/**
 * The photo with its short side at most decodeShortSide, by the filter of the server's decoder: a triangle that widens
 * as the picture shrinks, down and then across, each result rounded to a byte. A small photo stays as it is.
 */
export function reducePhoto(photo: RgbImage): RgbImage {
  const factor = Math.min(photo.width, photo.height) / decodeShortSide
  if (factor <= 1) return photo
  const low = shrinkDown(photo, Math.round(photo.height / factor), factor)
  return shrinkAcross(low, Math.round(photo.width / factor), factor)
}

type Taps = { first: number; weights: Float32Array }

/** What is left over of the length when the result is rounded to whole pixels goes half to each side. */
function tapsOf(length: number, size: number, factor: number): Taps[] {
  const offset = (length - size * factor) / 2
  return Array.from({ length: size }, (_, i) => {
    const centre = (i + 0.5) * factor - 0.5 + offset
    const first = Math.ceil(centre - factor)
    const count = Math.floor(centre + factor) - first + 1
    const raw = Float64Array.from({ length: count }, (_, j) => Math.max(0, 1 - Math.abs(first + j - centre) / factor))
    const sum = raw.reduce((total, weight) => total + weight, 0)
    return { first, weights: Float32Array.from(raw, weight => weight / sum) }
  })
}

const inside = (index: number, length: number) => Math.min(length - 1, Math.max(0, index))

function shrinkDown({ width, height, data }: RgbImage, size: number, factor: number): RgbImage {
  const line = width * 3
  const out = new Uint8Array(line * size)
  const sums = new Float32Array(line)
  tapsOf(height, size, factor).forEach(({ first, weights }, y) => {
    sums.fill(0.5)
    weights.forEach((weight, j) => {
      const from = inside(first + j, height) * line
      for (let x = 0; x < line; x++) sums[x] = (sums[x] ?? 0) + weight * (data[from + x] ?? 0)
    })
    // Storing into bytes cuts the fraction off: with the half above this rounds.
    out.set(sums, y * line)
  })
  return { width, height: size, data: out }
}

function shrinkAcross({ width, height, data }: RgbImage, size: number, factor: number): RgbImage {
  const out = new Uint8Array(size * height * 3)
  const taps = tapsOf(width, size, factor)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < size; x++) {
      const { first, weights } = taps[x] ?? { first: 0, weights: [] }
      let red = 0.5
      let green = 0.5
      let blue = 0.5
      for (let j = 0; j < weights.length; j++) {
        const weight = weights[j] ?? 0
        const at = (y * width + inside(first + j, width)) * 3
        red += weight * (data[at] ?? 0)
        green += weight * (data[at + 1] ?? 0)
        blue += weight * (data[at + 2] ?? 0)
      }
      const at = (y * size + x) * 3
      out[at] = red
      out[at + 1] = green
      out[at + 2] = blue
    }
  }
  return { width: size, height, data: out }
}
