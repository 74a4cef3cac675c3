/** In log-odds: the true share of 8 in 10 drawn leaves lay within this of its estimate (`spread` in ml/results/affected.json). */
export const areaLogOddsMargin = 1.5
/** Kept from both ends, where log-odds have none. */
const epsilon = 0.01

/** Between what an estimated share of the leaf is likely to lie, 0 to 1: the lower the estimate, the narrower. */
export function estimateAreaInterval(area: number): { low: number; high: number } {
  const smoothed = (area + epsilon) / (1 + 2 * epsilon)
  const logit = Math.log(smoothed / (1 - smoothed))
  const inverseLogit = (value: number) => Math.min(1, Math.max(0, (1 + 2 * epsilon) / (1 + Math.exp(-value)) - epsilon))
  return { low: inverseLogit(logit - areaLogOddsMargin), high: inverseLogit(logit + areaLogOddsMargin) }
}
