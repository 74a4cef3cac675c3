/** Value of a function at a point; writes its gradient there into the second argument. */
export type Objective = (at: Float64Array, gradient: Float64Array) => number

/** Turns a gradient into a guess at the way to the least value: the better, the fewer steps. */
export type Guess = (gradient: Float64Array) => Float64Array

const remembered = 8

export type Patience = {
  iterations: number
  /** It ends where a step by the guess promises to lower the value by less than half of this. */
  enough: number
}

/** A point near the least value of a smooth and nearly convex function: L-BFGS with halved steps. */
export function minimise(
  objective: Objective,
  start: Float64Array,
  { iterations, enough }: Patience,
  guess: Guess = gradient => gradient,
): Float64Array {
  let place = placeAt(objective, start)
  const pairs: Pair[] = []
  for (let step = 0; step < iterations; step++) {
    if (inner(place.gradient, guess(place.gradient)) <= enough) break
    const next = stepAlong(objective, place, directionOf(place.gradient, pairs, guess))
    if (next === null && pairs.length === 0) break
    if (next === null) {
      // What was remembered misleads here: on by the guess alone.
      pairs.length = 0
      continue
    }
    const moved = minus(next.at, place.at)
    const turned = minus(next.gradient, place.gradient)
    const curvature = inner(moved, turned)
    if (curvature > 0) pairs.push({ moved, turned, curvature })
    if (pairs.length > remembered) pairs.shift()
    place = next
  }
  return place.at
}

type Place = { at: Float64Array; value: number; gradient: Float64Array }
type Pair = { moved: Float64Array; turned: Float64Array; curvature: number }

function placeAt(objective: Objective, at: Float64Array): Place {
  const gradient = new Float64Array(at.length)
  return { at, value: objective(at, gradient), gradient }
}

/** Minus the guess, bent by what the last steps have shown of the function. */
function directionOf(gradient: Float64Array, pairs: Pair[], guess: Guess): Float64Array {
  const rest = gradient.map(value => -value)
  const shares: number[] = []
  for (let i = pairs.length - 1; i >= 0; i--) {
    const pair = pairs[i]
    if (pair === undefined) continue
    const share = inner(pair.moved, rest) / pair.curvature
    shares[i] = share
    addTimes(rest, pair.turned, -share)
  }
  const last = pairs.at(-1)
  const stretch = last === undefined ? 1 : last.curvature / inner(last.turned, guess(last.turned))
  const direction = guess(rest).map(value => value * stretch)
  pairs.forEach((pair, i) => {
    addTimes(direction, pair.moved, (shares[i] ?? 0) - inner(pair.turned, direction) / pair.curvature)
  })
  return direction
}

function stepAlong(objective: Objective, { at, value, gradient }: Place, direction: Float64Array): Place | null {
  const slope = inner(gradient, direction)
  if (!(slope < 0)) return null
  for (let length = 1; length > 1e-6; length /= 2) {
    const there = Float64Array.from(at)
    addTimes(there, direction, length)
    const next = placeAt(objective, there)
    if (next.value <= value + 1e-4 * length * slope) return next
  }
  return null
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

function addTimes(to: Float64Array, what: Float64Array, times: number): void {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] ?? 0) + times * (what[i] ?? 0)
}

const minus = (a: Float64Array, b: Float64Array) => a.map((value, i) => value - (b[i] ?? 0))
