/** A seeded random generator: mulberry32 (Tommy Ettinger, public domain). The same seed gives the same requests. */
export type Random = {
  /** An integer from `min` to `max`, both included. */
  integer: (min: number, max: number) => number
  chance: (probability: number) => boolean
  pick: <T>(values: readonly T[]) => T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    integer,
    chance: probability => next() < probability,
    pick: values => {
      const value = values[integer(0, values.length - 1)]
      if (value === undefined) throw new Error('nothing to pick from')
      return value
    },
  }
}
