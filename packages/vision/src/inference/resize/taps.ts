/**
 * The filter of each output pixel: its first source pixel, and the weights of this one and the following, with a sum of 1.
 * Those of output i are `weights[starts[i]]` to `weights[starts[i + 1] - 1]`.
 */
export type FilterTaps = { firsts: Int32Array; starts: Int32Array; weights: Float64Array }

/** Taps by side and size. Decoded photos have few sides, since most have the same short side. */
const tapsCache = new Map<string, FilterTaps>()
const maxCachedTaps = 32

export function getTriangleTaps(side: number, size: number): FilterTaps {
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
