// The filter in plain loops over typed arrays without closures, for browsers without WebAssembly SIMD.

import type { RgbImage, Square } from '../rgb-image.ts'
import type { FilterTaps } from './taps.ts'

/** Resizes a square of a photo to planes R, G, B of size x size. */
export function resizeWithLoops(photo: RgbImage, square: Square, size: number, taps: FilterTaps): Float32Array {
  resizeHorizontally(photo, square, size, taps)
  return resizeVertically(square.side, size, taps)
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
