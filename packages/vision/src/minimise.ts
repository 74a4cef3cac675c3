/** Value of a function at a point; writes its gradient there into the second argument. */
export type Objective = (at: Float64Array, gradient: Float64Array) => number

const remembered = 8
const smallEnough = 1e-7

/** A point near the least value of a smooth function: L-BFGS with halved steps, at most `iterations` of them. */
export function minimise(objective: Objective, start: Float64Array, iterations: number): Float64Array {
  let at: Float64Array = Float64Array.from(start)
  let gradient: Float64Array = new Float64Array(start.length)
  let value = objective(at, gradient)
  const first = Math.sqrt(inner(gradient, gradient))
  const pairs: Pair[] = []
  for (let step = 0; step < iterations; step++) {
    if (Math.sqrt(inner(gradient, gradient)) <= smallEnough * Math.max(1, first)) break
    const direction = directionOf(gradient, pairs)
    const next = stepAlong(objective, at, value, gradient, direction)
    if (next === null) break
    const moved = minus(next.at, at)
    const turned = minus(next.gradient, gradient)
    const curvature = inner(moved, turned)
    if (curvature > 0) pairs.push({ moved, turned, curvature })
    if (pairs.length > remembered) pairs.shift()
    at = next.at
    gradient = next.gradient
    value = next.value
  }
  return at
}

type Pair = { moved: Float64Array; turned: Float64Array; curvature: number }

/** Minus the gradient, bent by what the last steps have shown of the function. */
function directionOf(gradient: Float64Array, pairs: Pair[]): Float64Array {
  const direction = gradient.map(value => -value)
  const shares: number[] = []
  for (let i = pairs.length - 1; i >= 0; i--) {
    const pair = pairs[i]
    if (pair === undefined) continue
    const share = inner(pair.moved, direction) / pair.curvature
    shares[i] = share
    add(direction, pair.turned, -share)
  }
  const last = pairs.at(-1)
  if (last === undefined) return scaled(direction, 1 / Math.max(1, Math.sqrt(inner(gradient, gradient))))
  const bent = scaled(direction, last.curvature / inner(last.turned, last.turned))
  pairs.forEach((pair, i) => {
    add(bent, pair.moved, (shares[i] ?? 0) - inner(pair.turned, bent) / pair.curvature)
  })
  return bent
}

type Place = { at: Float64Array; value: number; gradient: Float64Array }

function stepAlong(
  objective: Objective,
  at: Float64Array,
  value: number,
  gradient: Float64Array,
  direction: Float64Array,
): Place | null {
  const slope = inner(gradient, direction)
  if (slope >= 0) return null
  for (let length = 1; length > 1e-6; length /= 2) {
    const there = Float64Array.from(at)
    add(there, direction, length)
    const turned = new Float64Array(at.length)
    const found = objective(there, turned)
    if (found <= value + 1e-4 * length * slope) return { at: there, value: found, gradient: turned }
  }
  return null
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

function add(to: Float64Array, what: Float64Array, times: number): void {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] ?? 0) + times * (what[i] ?? 0)
}

const scaled = (vector: Float64Array, factor: number) => vector.map(value => value * factor)
const minus = (a: Float64Array, b: Float64Array) => a.map((value, i) => value - (b[i] ?? 0))
