/** Draws from a Poisson distribution by multiplication (Knuth); slow for large means. */
export function drawPoisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean)
  let k = 0
  for (let product = random(); product > limit; product *= random()) k++
  return k
}

/** Draws the number of successes in `n` trials of probability `p`. */
export const drawBinomial = (n: number, p: number, random: () => number): number =>
  Array.from({ length: n }, random).filter(value => value < p).length
