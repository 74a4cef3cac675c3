import { describe, expect, test } from 'vitest'
import { drawPattern } from '../../../test/synthetic-images.ts'
import { resizeWithLoops } from './loops.ts'
import { getResizeKernel } from './simd.ts'
import { getTriangleTaps } from './taps.ts'

/** Compares bytes, because comparing each of a hundred thousand values takes seconds. */
function expectSame(actual: Float32Array | undefined, expected: Float32Array | undefined): void {
  const toBytes = (values: Float32Array = new Float32Array()) =>
    Buffer.from(values.buffer, values.byteOffset, values.byteLength)
  expect(actual).toHaveLength(expected?.length ?? 0)
  expect(toBytes(actual).equals(toBytes(expected))).toBe(true)
}

describe('WebAssembly SIMD gives the same result as the plain loops, to the last bit', () => {
  test.each([
    [683, 512, { left: 85, top: 0, side: 512 }, 160],
    [512, 683, { left: 89, top: 175, side: 333 }, 160],
    [101, 97, { left: 3, top: 1, side: 95 }, 112],
    [40, 33, { left: 0, top: 0, side: 33 }, 13],
    [9, 9, { left: 4, top: 4, side: 1 }, 5],
    [700, 701, { left: 0, top: 1, side: 700 }, 160],
  ])('for a photo of %d x %d, square %o, size %d', (width, height, square, size) => {
    const photo = drawPattern('discs', width, height)
    const taps = getTriangleTaps(square.side, size)
    expectSame(getResizeKernel()?.resize(photo, square, size, taps), resizeWithLoops(photo, square, size, taps))
  })

  test('also when a larger photo came before', () => {
    const large = drawPattern('waves', 900, 900)
    const small = drawPattern('waves', 64, 64)
    const squareOf = (side: number) => ({ left: 0, top: 0, side })
    const resize = (side: number) =>
      getResizeKernel()?.resize(side === 64 ? small : large, squareOf(side), 31, getTriangleTaps(side, 31))
    const before = resize(64)
    resize(900)
    expectSame(resize(64), before)
  })

  test('for the normalization', () => {
    const values = Float32Array.from({ length: 301 }, (_, i) => i * 0.85)
    const normalized = values.slice()
    getResizeKernel()?.normalize(normalized, 0.47, 0.24)
    expect(normalized).toEqual(values.map(value => (value / 255 - 0.47) / 0.24))
  })
})
