// Downscaling that matches the server to the byte. The server uses sharp with kernel 'linear', which is libvips'
// vips_reducev and vips_reduceh: a triangle filter in 12-bit fixed point with 64 subpixel phases.

import { decodeShortSide, type RgbImage } from '../inference/rgb-image.ts'
import { blendWithLoops, type FixedPointTaps, fixedOne, getBlendKernel } from './blend.ts'

/** A rectangle of a photo, in pixels. */
export type PixelRect = { left: number; top: number; width: number; height: number }

/** Returns the pixels of a rectangle row by row, 32 bits each: red in the lowest byte, then green, blue and alpha. */
export type ReadPixels = (area: PixelRect) => Int32Array | Promise<Int32Array>

/** Rows of the result that are computed at once. Few of them need little memory, and fresh memory takes long. */
const bandHeight = 128

/**
 * Returns the central part of a photo, which is all that the model sees, with a short side of at most decodeShortSide.
 * Downscales vertically, then horizontally, and rounds each result to a byte.
 * @param readPixels called with the smallest rectangle that is needed, band by band
 */
export async function downscalePhoto(width: number, height: number, readPixels: ReadPixels): Promise<RgbImage> {
  const factor = Math.min(width, height) / decodeShortSide
  if (factor <= 1) {
    const area = getCenterCrop(width, height)
    return { width: area.width, height: area.height, data: unpackRgb(await readPixels(area)) }
  }
  const scaledHeight = Math.round(height / factor)
  const scaledWidth = Math.round(width / factor)
  const crop = getCenterCrop(scaledWidth, scaledHeight)
  const verticalTaps = computeTaps(height, scaledHeight, factor).slice(crop.top, crop.top + crop.height)
  const horizontalTaps = computeTaps(width, scaledWidth, factor).slice(crop.left, crop.left + crop.width)
  const [left, right] = getTapRange(horizontalTaps)
  const columns = shiftTaps(horizontalTaps, left)
  const data = new Uint8Array(crop.width * crop.height * 3)
  for (let y = 0; y < crop.height; y += bandHeight) {
    const band = verticalTaps.slice(y, y + bandHeight)
    const [top, bottom] = getTapRange(band)
    const pixels = await readPixels({ left, top, width: right - left, height: bottom - top })
    const blend = getBlendKernel() ?? blendWithLoops
    data.set(blend(pixels, right - left, shiftTaps(band, top), columns), y * crop.width * 3)
  }
  return { width: crop.width, height: crop.height, data }
}

/**
 * Returns the central square, or one column or row more: an even number of pixels is cut off, so that the center of a
 * smaller square stays the same.
 */
function getCenterCrop(width: number, height: number): PixelRect {
  const left = Math.max(0, Math.floor((width - height) / 2))
  const top = Math.max(0, Math.floor((height - width) / 2))
  return { left, top, width: width - 2 * left, height: height - 2 * top }
}

/** Returns the bytes R, G, B of pixels of 32 bits, without their alpha. */
export function unpackRgb(pixels: Int32Array): Uint8Array {
  const bytes = new Uint8Array(pixels.length * 3)
  pixels.forEach((pixel, i) => {
    bytes[i * 3] = pixel
    bytes[i * 3 + 1] = pixel >>> 8
    bytes[i * 3 + 2] = pixel >>> 16
  })
  return bytes
}

/** The filter's position between two pixels is rounded to one of these. */
const subpixelPhases = 64

/** The remainder that is left when the result is rounded to whole pixels is split evenly between both sides. */
function computeTaps(length: number, size: number, factor: number): FixedPointTaps[] {
  const count = 2 * roundToEven(factor) + 1
  const radius = Math.ceil(count / 2) - 1
  const table = Array.from({ length: subpixelPhases + 1 }, (_, phase) =>
    computeWeights(phase / subpixelPhases, count, factor),
  )
  const offset = (size * factor - length) / 2 - 0.5
  return Array.from({ length: size }, (_, i) => {
    const center = (i + 0.5) * factor - 0.5 - offset
    const phase = ((Math.trunc(center * subpixelPhases * 2) % (subpixelPhases * 2)) + 1) >> 1
    const first = Math.trunc(center) - radius
    const indices = Int32Array.from({ length: count }, (_, j) => Math.min(length - 1, Math.max(0, first + j)))
    return { indices, weights: table[phase] ?? new Int32Array(count) }
  })
}

function computeWeights(fraction: number, count: number, factor: number): Int32Array {
  const center = fraction + count / 2 - 1
  const raw = Array.from({ length: count }, (_, i) => Math.max(0, 1 - Math.abs((i - center) / factor)))
  const sum = raw.reduce((total, weight) => total + weight, 0)
  return Int32Array.from(raw, weight => Math.trunc((weight / sum) * fixedOne))
}

/** Rounds half to even, as C's rint does. */
const roundToEven = (value: number) => (value % 1 === 0.5 ? 2 * Math.round(value / 2) : Math.round(value))

/** Returns the half-open range of source pixels that the taps read. */
function getTapRange(taps: FixedPointTaps[]): [number, number] {
  const indices = taps.flatMap(tap => [...tap.indices])
  return [Math.min(...indices), Math.max(...indices) + 1]
}

const shiftTaps = (taps: readonly FixedPointTaps[], first: number): FixedPointTaps[] =>
  taps.map(({ indices, weights }) => ({ indices: indices.map(index => index - first), weights }))
