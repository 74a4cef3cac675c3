// The filter in plain loops, for browsers without WebAssembly SIMD.

import type { RgbImage, Square } from '../rgb-image.ts'
import type { FilterTaps } from './taps.ts'

/** Resizes a square of a photo to planes R, G, B of size x size. Every partial sum of a column is rounded to float32. */
export function resizeWithLoops(
  { width, data }: RgbImage,
  { left, top, side }: Square,
  size: number,
  { firsts, starts, weights }: FilterTaps,
): Float32Array {
  const planes = new Float32Array(3 * size * size)
  const rows = new Float32Array(side * size)
  for (let channel = 0; channel < 3; channel++) {
    for (let y = 0; y < side; y++)
      for (let x = 0; x < size; x++) {
        let from = ((top + y) * width + left + (firsts[x] ?? 0)) * 3 + channel
        let sum = 0
        for (let j = starts[x] ?? 0; j < (starts[x + 1] ?? 0); j++, from += 3)
          sum += (weights[j] ?? 0) * (data[from] ?? 0)
        rows[y * size + x] = sum
      }
    for (let y = 0; y < size; y++) {
      const out = (channel * size + y) * size
      let from = (firsts[y] ?? 0) * size
      for (let j = starts[y] ?? 0; j < (starts[y + 1] ?? 0); j++, from += size)
        for (let x = 0; x < size; x++)
          planes[out + x] = (planes[out + x] ?? 0) + (weights[j] ?? 0) * (rows[from + x] ?? 0)
    }
  }
  return planes
}
