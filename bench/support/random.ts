/** Returns a generator of numbers from 0 to 1 (exclusive), the same on every run: the LCG of Numerical Recipes. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
