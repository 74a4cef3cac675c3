/**
 * Returns the 95 % interval of the mean of a Poisson distribution of which `count` events were observed: Byar's approximation of
 * the exact interval (Breslow & Day 1987, "Statistical Methods in Cancer Research II", p. 69).
 */
export function computePoissonInterval(count: number): { lower: number; upper: number } {
  const z = 1.96
  const bound = (k: number, sign: 1 | -1): number => k * (1 - 1 / (9 * k) + (sign * z) / (3 * Math.sqrt(k))) ** 3
  return { lower: count === 0 ? 0 : bound(count, -1), upper: bound(count + 1, 1) }
}

/** Formats events in some units of time as a rate with its interval. */
export function formatRate(count: number, units: number): string {
  const { lower, upper } = computePoissonInterval(count)
  const [rate, low, high] = [count / units, lower / units, upper / units]
  const digits = rate < 20 ? 2 : 0
  return `${rate.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`
}
