// Perceptual hash (pHash): signs of low-frequency DCT coefficients against their median. C. Zauner 2010, Implementation and
// Benchmarking of Perceptual Image Hash Functions, section 3.2.1. As there: a 32 x 32 luma grid and 8 x 8 coefficients
// without the zero frequencies.

import type { RgbImage } from '../inference/rgb-image.ts'

const gridSize = 32
const frequencyCount = 8

/** DCT-II basis cos((2x + 1) u π / 64) for u = 1 to 8. Frequency 0 is left out because it is the brightness. */
const dctBasis = Array.from({ length: frequencyCount }, (_, u) =>
  Float64Array.from({ length: gridSize }, (_, x) => Math.cos(((2 * x + 1) * (u + 1) * Math.PI) / (2 * gridSize))),
)

/**
 * Returns the 64-bit hash of a photo as a signed number: bit i is set when the i-th coefficient is above the median.
 * Re-encoding, resizing or brightening a photo changes few bits.
 */
export function perceptualHash(image: RgbImage): bigint {
  const luma = toLumaGrid(image)
  // Each row first, then each column: a DCT is separable.
  const rows = Array.from({ length: gridSize }, (_, y) =>
    dctBasis.map(horizontal => dot(horizontal, luma.subarray(y * gridSize, (y + 1) * gridSize))),
  )
  const columns = dctBasis.map((_, u) => Float64Array.from(rows, row => row[u] ?? 0))
  const coefficients = dctBasis.flatMap(vertical => columns.map(column => dot(vertical, column)))
  const median = [...coefficients].sort((a, b) => a - b)[coefficients.length / 2] ?? 0
  const bits = coefficients.reduce((bits, coefficient) => (bits << 1n) | (coefficient > median ? 1n : 0n), 0n)
  return BigInt.asIntN(64, bits)
}

/** Returns the number of bits in which two 64-bit hashes differ. */
export function hammingDistance(a: bigint, b: bigint): number {
  let difference = BigInt.asUintN(64, a ^ b)
  let count = 0
  for (; difference > 0n; difference &= difference - 1n) count++
  return count
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

/** Returns the luma (ITU-R BT.601) of the whole photo on a 32 x 32 grid, each cell the mean of its pixels. */
function toLumaGrid({ width, height, data }: RgbImage): Float64Array {
  const luma = new Float64Array(gridSize * gridSize)
  for (let cell = 0; cell < luma.length; cell++) {
    const row = Math.floor(cell / gridSize)
    const column = cell % gridSize
    const [top, bottom] = [findFirst(row, height), findFirst(row + 1, height)]
    const [left, right] = [findFirst(column, width), findFirst(column + 1, width)]
    let sum = 0
    for (let y = top; y < bottom; y++)
      for (let i = (y * width + left) * 3; i < (y * width + right) * 3; i += 3)
        sum += 0.299 * (data[i] ?? 0) + 0.587 * (data[i + 1] ?? 0) + 0.114 * (data[i + 2] ?? 0)
    luma[cell] = sum / Math.max(1, (bottom - top) * (right - left))
  }
  return luma
}

/** Returns the first pixel of a row or column of cells in an image of `length` pixels. */
const findFirst = (cell: number, length: number) => Math.ceil((cell * length) / gridSize)
