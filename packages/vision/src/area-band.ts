/** In log-odds: the true share of 8 in 10 drawn leaves lay within this of its estimate (`spread` in ml/results/affected.json). */
export const areaSpread = 1.5
/** Kept from both ends, where log-odds have none. */
const margin = 0.01

/** Between what an estimated share of the leaf is likely to lie, 0 to 1: the lower the estimate, the narrower. */
export function areaBand(area: number): { low: number; high: number } {
  const share = (area + margin) / (1 + 2 * margin)
  const odds = Math.log(share / (1 - share))
  const at = (value: number) => Math.min(1, Math.max(0, (1 + 2 * margin) / (1 + Math.exp(-value)) - margin))
  return { low: at(odds - areaSpread), high: at(odds + areaSpread) }
}
