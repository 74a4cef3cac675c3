// Exact McNemar test (McNemar 1947; exact binomial form: Agresti, Categorical Data Analysis, section 11.1): do two
// classifiers that answered the same photos differ in accuracy by more than chance?

/** Photos that only the new classifier answers correctly (`better`), and those that only the old one does (`worse`). */
export type DiscordantPairs = { better: number; worse: number }

/**
 * Returns the two-sided p-value: if both classifiers were equally good, each discordant pair would favor either of them
 * with probability 1/2. It is 1 when no pair is discordant.
 */
export function computeMcNemarP({ better, worse }: DiscordantPairs): number {
  const n = better + worse
  const larger = Math.max(better, worse)
  let tail = 0
  // C(n, k) / 2^n in logarithms, because the binomial coefficients overflow from a thousand pairs on.
  let logTerm = -n * Math.LN2
  for (let k = 0; k <= n; k++) {
    if (k >= larger) tail += Math.exp(logTerm)
    logTerm += Math.log(n - k) - Math.log(k + 1)
  }
  return Math.min(1, 2 * tail)
}
