import { expect, test } from 'vitest'
import { drawPattern } from '../../test/synthetic-images.ts'
import { blendWithLoops, fixedOne, getBlendKernel } from './blend.ts'

test.each([
  [7, 3, 3, 2],
  [64, 20, 5, 9],
  [1201, 31, 7, 13],
])('WebAssembly SIMD blends %d columns and %d rows like the plain loops', (width, height, taps, size) => {
  const { data } = drawPattern('discs', width, height)
  const pixels = Int32Array.from({ length: width * height }, (_, i) =>
    [0, 1, 2].reduce((pixel, channel) => pixel | ((data[i * 3 + channel] ?? 0) << (8 * channel)), 0xff << 24),
  )
  const createTaps = (length: number) =>
    Array.from({ length: size }, (_, i) => ({
      indices: Int32Array.from({ length: taps }, (_, j) => Math.min(length - 1, Math.floor((i * length) / size) + j)),
      weights: new Int32Array(taps).fill(Math.floor(fixedOne / taps)),
    }))
  const inputs = [pixels, width, createTaps(height), createTaps(width)] as const
  expect([...(getBlendKernel()?.(...inputs) ?? [])]).toEqual([...blendWithLoops(...inputs)])
})
