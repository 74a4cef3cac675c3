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
  const coefficients = dctBasis.flatMap(vertical =>
    dctBasis.map(horizontal => {
      let sum = 0
      for (let y = 0; y < gridSize; y++)
        for (let x = 0; x < gridSize; x++)
          sum += (luma[y * gridSize + x] ?? 0) * (horizontal[x] ?? 0) * (vertical[y] ?? 0)
      return sum
    }),
  )
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

/** Returns the luma (ITU-R BT.601) of the whole photo on a 32 x 32 grid, each cell the mean of its pixels. */
function toLumaGrid({ width, height, data }: RgbImage): Float64Array {
  const sums = new Float64Array(gridSize * gridSize)
  const counts = new Uint32Array(gridSize * gridSize)
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * gridSize) / height) * gridSize
    for (let x = 0; x < width; x++) {
      const cell = row + Math.floor((x * gridSize) / width)
      const offset = (y * width + x) * 3
      sums[cell] =
        (sums[cell] ?? 0) +
        0.299 * (data[offset] ?? 0) +
        0.587 * (data[offset + 1] ?? 0) +
        0.114 * (data[offset + 2] ?? 0)
      counts[cell] = (counts[cell] ?? 0) + 1
    }
  }
  return sums.map((sum, i) => sum / Math.max(1, counts[i] ?? 0))
}
