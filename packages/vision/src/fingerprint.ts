import type { RgbImage } from './tensor.ts'

const side = 32
const waves = 8

/** cos((2x + 1) u π / 64) for the waves u = 1 to 8 that the fingerprint looks at: not the flat one, which is the light. */
const cosines = Array.from({ length: waves }, (_, u) =>
  Float64Array.from({ length: side }, (_, x) => Math.cos(((2 * x + 1) * (u + 1) * Math.PI) / (2 * side))),
)

/**
 * 64 bits of what a photo looks like from afar, as a signed number: which of its slow waves of light are stronger than
 * the median one. Encoding a photo anew, reducing it or brightening it changes few of them.
 */
export function fingerprintOf(image: RgbImage): bigint {
  const grey = greySquare(image)
  const strengths = cosines.flatMap(down =>
    cosines.map(across => {
      let sum = 0
      for (let y = 0; y < side; y++)
        for (let x = 0; x < side; x++) sum += (grey[y * side + x] ?? 0) * (across[x] ?? 0) * (down[y] ?? 0)
      return sum
    }),
  )
  const median = [...strengths].sort((a, b) => a - b)[strengths.length / 2] ?? 0
  const bits = strengths.reduce((bits, strength) => (bits << 1n) | (strength > median ? 1n : 0n), 0n)
  return BigInt.asIntN(64, bits)
}

/** In how many bits two fingerprints differ. */
export function distanceOf(one: bigint, other: bigint): number {
  let differing = BigInt.asUintN(64, one ^ other)
  let count = 0
  for (; differing > 0n; differing &= differing - 1n) count++
  return count
}

/** The whole photo in 32 x 32 greys, each the mean of its part. */
function greySquare({ width, height, data }: RgbImage): Float64Array {
  const sums = new Float64Array(side * side)
  const counts = new Uint32Array(side * side)
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * side) / height) * side
    for (let x = 0; x < width; x++) {
      const cell = row + Math.floor((x * side) / width)
      const at = (y * width + x) * 3
      sums[cell] =
        (sums[cell] ?? 0) + 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
      counts[cell] = (counts[cell] ?? 0) + 1
    }
  }
  return sums.map((sum, i) => sum / Math.max(1, counts[i] ?? 0))
}
