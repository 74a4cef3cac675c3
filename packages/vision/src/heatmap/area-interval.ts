/**
 * Half width of the interval in log-odds. It covers the true share of 8 in 10 leaves with hand-drawn masks (`spread` in
 * ml/results/affected.json).
 */
export const areaLogOddsMargin = 1.5
/** Keeps the share away from 0 and 1, where log-odds are infinite. */
const epsilon = 0.01

/** Returns the 80 % interval of an estimated affected share, 0 to 1. It is narrower near 0 and 1. */
export function estimateAreaInterval(area: number): { low: number; high: number } {
  const smoothed = (area + epsilon) / (1 + 2 * epsilon)
  const logit = Math.log(smoothed / (1 - smoothed))
  const inverseLogit = (value: number) => Math.min(1, Math.max(0, (1 + 2 * epsilon) / (1 + Math.exp(-value)) - epsilon))
  return { low: inverseLogit(logit - areaLogOddsMargin), high: inverseLogit(logit + areaLogOddsMargin) }
}
