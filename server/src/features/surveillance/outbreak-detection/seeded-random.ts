import { createHash } from 'node:crypto'

/**
 * Returns a generator of numbers from 0 to 1 (exclusive), the same for the same seed: mulberry32, seeded with the first 32 bits
 * of a SHA-256. For simulations only, never for secrets.
 */
export function createSeededRandom(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
