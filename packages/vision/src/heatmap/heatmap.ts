import type { HealthClass } from '../inference/classes.ts'
import type { Square } from '../inference/rgb-image.ts'
import { boxBlur } from './cells/grid.ts'
import { maskSize } from './leaf-mask.ts'
import type { Segmentation } from './segmentation.ts'

/** An upright image: R G B A R G B A …, alpha not premultiplied. */
export type RgbaImage = { width: number; height: number; data: Uint8Array }

/** The classes that have a heat map. */
export type DiseasedClass = Exclude<HealthClass, 'healthy'>

/**
 * The affected spots of a photo, which its heat map outlines: one byte per cell of the mask grid, 1 affected, 0 not. The grid covers
 * `square` of the upright photo of `width` x `height` pixels.
 */
export type Heatmap = { rustClass: DiseasedClass; width: number; height: number; square: Square; spots: Uint8Array }

type Rgb = readonly [number, number, number]

/** The product's colors of rust and of other diseases: the fill, and darker the outer line. */
const classColors: Record<DiseasedClass, { fill: Rgb; outerLine: Rgb }> = {
  common_rust: { fill: [0xb3, 0x40, 0x1a], outerLine: [0x3d, 0x14, 0x06] },
  other_disease: { fill: [0x1d, 0x5f, 0xbf], outerLine: [0x07, 0x1e, 0x42] },
}
const innerLine: Rgb = [0xff, 0xff, 0xff]
const fillAlpha = 72
const longSide = 512
/** Width of each of the two lines, in pixels. */
const lineWidth = 1.75
/** The value of the blurred spots at their outline. */
const outlineLevel = 0.5
/** Change of the blurred spots per cell at an outline. */
const outlineSlope = 1 / 3
const levelCount = 256

/**
 * Returns the share of the leaf with a disease probability of at least the heat threshold, 0 to 1; null when too little
 * leaf is visible.
 */
export function computeAffectedArea({ leaf, affected, hasLeaf }: Segmentation, heatThreshold: number): number | null {
  if (!hasLeaf) return null
  let leafTotal = 0
  let affectedTotal = 0
  for (let i = 0; i < leaf.values.length; i++) {
    const leafProbability = leaf.values[i] ?? 0
    leafTotal += leafProbability
    if ((affected.values[i] ?? 0) >= heatThreshold) affectedTotal += leafProbability
  }
  return leafTotal > 0 ? affectedTotal / leafTotal : null
}

/**
 * Draws a heat map as an overlay for the whole upright photo, 512 px along its longer side: affected spots of the main leaf
 * with a double outline, dark outside and light inside, so that it shows on any background. Everything else is transparent.
 */
export function drawHeatmap({ rustClass, square, spots, ...photo }: Heatmap): RgbaImage {
  const scale = longSide / Math.max(photo.width, photo.height)
  const width = Math.max(1, Math.round(photo.width * scale))
  const height = Math.max(1, Math.round(photo.height * scale))
  const levels = boxBlur(new Float32Array(spots), maskSize, 1)
  const palette = createPalette(rustClass, (square.side * scale) / maskSize)
  const columns = createTaps(width, photo.width, square.left, square.side)
  const rows = createTaps(height, photo.height, square.top, square.side)
  const pixels = new Uint32Array(width * height)
  const row = new Float32Array(maskSize)
  for (let y = rows.start; y < rows.end; y++) {
    const above = (rows.before[y] ?? 0) * maskSize
    const below = (rows.after[y] ?? 0) * maskSize
    const fraction = rows.fraction[y] ?? 0
    let first = maskSize
    let last = -1
    for (let i = 0; i < maskSize; i++) {
      const level = levels[above + i] ?? 0
      const value = level + ((levels[below + i] ?? 0) - level) * fraction
      row[i] = value
      if (value <= 0) continue
      if (last === -1) first = i
      last = i
    }
    // Between the first and the last cell with a spot; everything else is transparent.
    let { start, end } = columns
    while (start < end && (columns.after[start] ?? 0) < first) start++
    while (end > start && (columns.before[end - 1] ?? 0) > last) end--
    for (let x = start; x < end; x++) {
      const left = row[columns.before[x] ?? 0] ?? 0
      const level = left + ((row[columns.after[x] ?? 0] ?? 0) - left) * (columns.fraction[x] ?? 0)
      if (level > 0) pixels[y * width + x] = palette[Math.trunc(level * (levelCount - 1) + 0.5)] ?? 0
    }
  }
  return { width, height, data: new Uint8Array(pixels.buffer) }
}

/** Pixels from `start` to before `end` lie in the square; each is interpolated between two cells. */
type PixelTaps = { start: number; end: number; before: Int32Array; after: Int32Array; fraction: Float64Array }

/** @param offset distance of the square from the edge of the photo, in pixels of the photo, as `length` and `side` */
function createTaps(count: number, length: number, offset: number, side: number): PixelTaps {
  const before = new Int32Array(count)
  const after = new Int32Array(count)
  const fraction = new Float64Array(count)
  let start = -1
  let end = 0
  for (let i = 0; i < count; i++) {
    const place = (((i + 0.5) / count) * length - offset) / side
    if (place < 0 || place >= 1) continue
    if (start === -1) start = i
    end = i + 1
    const position = Math.min(maskSize - 1, Math.max(0, place * maskSize - 0.5))
    const cell = Math.floor(position)
    before[i] = cell
    after[i] = Math.min(maskSize - 1, cell + 1)
    fraction[i] = position - cell
  }
  return { start: Math.max(0, start), end, before, after, fraction }
}

/**
 * Returns the color of each level of the blurred spots, with smooth edges of the lines: 32 bits each, red in the lowest byte.
 * @param pixelsPerCell size of a cell in the heat map
 */
function createPalette(rustClass: DiseasedClass, pixelsPerCell: number): Uint32Array {
  const { fill, outerLine } = classColors[rustClass]
  return Uint32Array.from({ length: levelCount }, (_, i) => {
    // Distance from the boundary between the two lines, in pixels; positive inside the spot.
    const distance = ((i / (levelCount - 1) - outlineLevel) / outlineSlope) * pixelsPerCell
    const coverage = (from: number) => Math.min(1, Math.max(0, distance - from + 0.5))
    const outer = coverage(-lineWidth) * (1 - coverage(0))
    const inner = coverage(0) * (1 - coverage(lineWidth))
    const filled = (coverage(lineWidth) * fillAlpha) / 255
    const alpha = outer + inner + filled
    if (alpha <= 0) return 0
    const mix = (channel: 0 | 1 | 2) =>
      Math.round((outerLine[channel] * outer + innerLine[channel] * inner + fill[channel] * filled) / alpha)
    return ((Math.round(Math.min(1, alpha) * 255) << 24) | (mix(2) << 16) | (mix(1) << 8) | mix(0)) >>> 0
  })
}
