// Antialiased bilinear (triangle) filter, as Pillow's BILINEAR and torchvision's antialias=True. Its loops take most of the time
// of our own code per photo, so they run over typed arrays without closures.

import type { RgbImage, Square } from './rgb-image.ts'

/** Resized squares by photo: the network, its mirrored view and the quality check use the same ones. */
const resizeCache = new WeakMap<RgbImage, Map<string, Float32Array>>()

/**
 * Crops a square of a photo and resizes it to size x size with a separable triangle filter, which widens when the square
 * shrinks.
 * @returns planes R, G, B from 0 to 255, not rounded. Cached: do not modify.
 */
export function resizeSquare(photo: RgbImage, square: Square, size: number): Float32Array {
  const cachedPlanes = resizeCache.get(photo) ?? new Map<string, Float32Array>()
  resizeCache.set(photo, cachedPlanes)
  const key = [square.left, square.top, square.side, size].join()
  const cached = cachedPlanes.get(key)
  if (cached !== undefined) return cached
  const taps = getTriangleTaps(square.side, size)
  resizeHorizontally(photo, square, size, taps)
  const planes = resizeVertically(square.side, size, taps)
  cachedPlanes.set(key, planes)
  return planes
}

/** Rows that are resized horizontally, but not yet vertically. Reused, because new memory costs more time than the filter. */
let resizedRows = new Float32Array()

/** Two rows of the square as numbers: each byte is converted once, not once per tap. */
let bytesAsNumbers = new Float64Array()

/**
 * Fills `resizedRows` with planes R, G, B of `square.side` rows with `size` columns; an odd number of rows is rounded up. Two
 * rows at a time share the reading of the weights.
 */
function resizeHorizontally(
  { width, data }: RgbImage,
  { left, top, side }: Square,
  size: number,
  { firsts, starts, weights }: FilterTaps,
): void {
  const area = (side + (side % 2)) * size
  if (resizedRows.length < 3 * area) resizedRows = new Float32Array(3 * area)
  const rowLength = side * 3
  if (bytesAsNumbers.length < 2 * rowLength) bytesAsNumbers = new Float64Array(2 * rowLength)
  const values = bytesAsNumbers
  for (let y = 0; y < side; y += 2) {
    const rowStart = ((top + y) * width + left) * 3
    const nextStart = y + 1 < side ? rowStart + width * 3 : rowStart
    values.set(data.subarray(rowStart, rowStart + rowLength))
    values.set(data.subarray(nextStart, nextStart + rowLength), rowLength)
    for (let x = 0, to = y * size; x < size; x++, to++) {
      const end = starts[x + 1] ?? 0
      let from = (firsts[x] ?? 0) * 3
      let red = 0
      let green = 0
      let blue = 0
      let nextRed = 0
      let nextGreen = 0
      let nextBlue = 0
      for (let j = starts[x] ?? 0; j < end; j++, from += 3) {
        const weight = weights[j] ?? 0
        const next = from + rowLength
        red += weight * (values[from] ?? 0)
        green += weight * (values[from + 1] ?? 0)
        blue += weight * (values[from + 2] ?? 0)
        nextRed += weight * (values[next] ?? 0)
        nextGreen += weight * (values[next + 1] ?? 0)
        nextBlue += weight * (values[next + 2] ?? 0)
      }
      resizedRows[to] = red
      resizedRows[to + area] = green
      resizedRows[to + 2 * area] = blue
      resizedRows[to + size] = nextRed
      resizedRows[to + size + area] = nextGreen
      resizedRows[to + size + 2 * area] = nextBlue
    }
  }
}

/**
 * Resizes `resizedRows`, four taps at a time, so that a result is read and written less often. Every partial sum is rounded to
 * float32.
 */
function resizeVertically(side: number, size: number, { firsts, starts, weights }: FilterTaps): Float32Array {
  const planes = new Float32Array(3 * size * size)
  const rows = resizedRows
  for (let channel = 0; channel < 3; channel++) {
    for (let y = 0; y < size; y++) {
      const row = (channel * size + y) * size
      const end = starts[y + 1] ?? 0
      let from = (channel * (side + (side % 2)) + (firsts[y] ?? 0)) * size
      let j = starts[y] ?? 0
      for (; j + 3 < end; j += 4, from += 4 * size) {
        const a = weights[j] ?? 0
        const b = weights[j + 1] ?? 0
        const c = weights[j + 2] ?? 0
        const d = weights[j + 3] ?? 0
        for (let x = 0, i = from; x < size; x++, i++) {
          const first = Math.fround((planes[row + x] ?? 0) + a * (rows[i] ?? 0))
          const second = Math.fround(first + b * (rows[i + size] ?? 0))
          const third = Math.fround(second + c * (rows[i + 2 * size] ?? 0))
          planes[row + x] = third + d * (rows[i + 3 * size] ?? 0)
        }
      }
      for (; j < end; j++, from += size) {
        const weight = weights[j] ?? 0
        for (let x = 0; x < size; x++) planes[row + x] = (planes[row + x] ?? 0) + weight * (rows[from + x] ?? 0)
      }
    }
  }
  return planes
}

/**
 * The filter of each output pixel: its first source pixel, and the weights of this one and the following, with a sum of 1.
 * Those of output i are `weights[starts[i]]` to `weights[starts[i + 1] - 1]`.
 */
type FilterTaps = { firsts: Int32Array; starts: Int32Array; weights: Float64Array }

/** Taps by side and size. Decoded photos have few sides, since most have the same short side. */
const tapsCache = new Map<string, FilterTaps>()
const maxCachedTaps = 32

function getTriangleTaps(side: number, size: number): FilterTaps {
  const key = `${side} ${size}`
  const taps = tapsCache.get(key) ?? computeTriangleTaps(side, size)
  if (tapsCache.size >= maxCachedTaps) tapsCache.clear()
  tapsCache.set(key, taps)
  return taps
}

function computeTriangleTaps(side: number, size: number): FilterTaps {
  const ratio = side / size
  const support = Math.max(ratio, 1)
  const firsts = new Int32Array(size)
  const starts = new Int32Array(size + 1)
  const weights: number[] = []
  for (let i = 0; i < size; i++) {
    const center = ratio * (i + 0.5)
    const first = Math.max(0, Math.floor(center - support + 0.5))
    const last = Math.min(side, Math.floor(center + support + 0.5))
    const raw = Array.from({ length: last - first }, (_, j) =>
      Math.max(0, 1 - Math.abs((j + first - center + 0.5) / support)),
    )
    const sum = raw.reduce((total, weight) => total + weight, 0)
    weights.push(...raw.map(weight => weight / sum))
    firsts[i] = first
    starts[i + 1] = weights.length
  }
  return { firsts, starts, weights: Float64Array.from(weights) }
}
