// Wilcoxon signed-rank test (Wilcoxon 1945; exact distribution: Hollander, Wolfe and Chicken, Nonparametric Statistical
// Methods, section 3.1): do paired measurements rise by more than chance?

/** Above this number of differences the exact distribution takes long, and the normal approximation is close. */
const maxExact = 200

/**
 * Returns the one-sided p-value of the differences `after - before`: how often chance alone would give at least this rise.
 * Pairs without a difference are left out; equal differences share the mean of their ranks. It is 1 without differences.
 */
export function computeSignedRankP(differences: readonly number[]): number {
  const { ranks, sum } = computeRanks(differences.filter(difference => difference !== 0))
  if (ranks.length === 0) return 1
  return ranks.length > maxExact ? approximateTail(ranks, sum) : computeTail(ranks, sum)
}

/** Returns twice the ranks of the absolute differences, which are whole numbers, and the sum of those of rises. */
function computeRanks(differences: readonly number[]): { ranks: number[]; sum: number } {
  const sorted = differences.toSorted((a, b) => Math.abs(a) - Math.abs(b))
  const ranks = sorted.map(difference => {
    const size = Math.abs(difference)
    const first = sorted.findIndex(other => Math.abs(other) === size)
    const last = sorted.findLastIndex(other => Math.abs(other) === size)
    return first + last + 2
  })
  const sum = ranks.reduce((total, rank, i) => total + ((sorted[i] ?? 0) > 0 ? rank : 0), 0)
  return { ranks, sum }
}

/** Returns the probability that the ranks, each counted with probability 1/2, add up to `sum` or more. */
function computeTail(ranks: readonly number[], sum: number): number {
  const total = ranks.reduce((all, rank) => all + rank, 0)
  let probabilities = new Float64Array(total + 1)
  probabilities[0] = 1
  for (const rank of ranks) {
    const next = probabilities.map((probability, i) => (probability + (probabilities[i - rank] ?? 0)) / 2)
    probabilities = next
  }
  return Math.min(
    1,
    probabilities.subarray(sum).reduce((tail, probability) => tail + probability, 0),
  )
}

/** As `computeTail`, by the normal distribution with continuity correction. */
function approximateTail(ranks: readonly number[], sum: number): number {
  const mean = ranks.reduce((total, rank) => total + rank, 0) / 2
  const variance = ranks.reduce((total, rank) => total + rank * rank, 0) / 4
  return 1 - computeNormalCdf((sum - 1 - mean) / Math.sqrt(variance))
}

/** Returns the standard normal distribution function, with an absolute error below 1e-7 (Abramowitz and Stegun 26.2.17). */
function computeNormalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const upper = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial
  return z >= 0 ? 1 - upper : upper
}
