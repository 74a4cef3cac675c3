const bucketCount = 1024

/**
 * Returns the value at a rank (0 is the smallest) in the sorted order of `values`. The result is exact, but not all values are
 * sorted: a histogram finds the bucket of the rank, and only the values of that bucket are.
 * @param values finite numbers
 * @throws RangeError when there is no such rank
 */
export function selectRank(values: Float32Array, rank: number): number {
  if (!(rank >= 0 && rank < values.length)) throw new RangeError(`There is no rank ${rank} of ${values.length}`)
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0
    if (value < min) min = value
    if (value > max) max = value
  }
  if (min === max) return min
  const scale = (bucketCount - 1) / (max - min)
  const counts = new Uint32Array(bucketCount)
  for (let i = 0; i < values.length; i++) {
    const bucket = Math.floor(((values[i] ?? 0) - min) * scale)
    counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  let rankBucket = 0
  let below = 0
  for (; below + (counts[rankBucket] ?? 0) <= rank; rankBucket++) below += counts[rankBucket] ?? 0
  const candidates = new Float32Array(counts[rankBucket] ?? 0)
  for (let i = 0, count = 0; count < candidates.length; i++) {
    const value = values[i] ?? 0
    if (Math.floor((value - min) * scale) === rankBucket) candidates[count++] = value
  }
  return candidates.sort()[rank - below] ?? 0
}
