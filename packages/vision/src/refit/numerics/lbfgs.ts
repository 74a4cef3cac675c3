/** Value of a function at a point; writes its gradient there into the second argument. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number

/** Turns a gradient into a guess at the way to the least value: the better, the fewer steps. */
export type Preconditioner = (gradient: Float64Array) => Float64Array

const historySize = 8

export type LbfgsOptions = {
  maxIterations: number
  /** It ends where a step by the guess promises to lower the value by less than half of this. */
  tolerance: number
}

/** A point near the least value of a smooth and nearly convex function: L-BFGS with halved steps. */
export function lbfgs(
  objective: Objective,
  start: Float64Array,
  { maxIterations, tolerance }: LbfgsOptions,
  precondition: Preconditioner = gradient => gradient,
): Float64Array {
  let current = evaluate(objective, start)
  const history: CurvaturePair[] = []
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    if (dot(current.gradient, precondition(current.gradient)) <= tolerance) break
    const next = backtrackingLineSearch(objective, current, twoLoopRecursion(current.gradient, history, precondition))
    if (next === null && history.length === 0) break
    if (next === null) {
      // What was remembered misleads here: on by the guess alone.
      history.length = 0
      continue
    }
    const s = subtract(next.x, current.x)
    const y = subtract(next.gradient, current.gradient)
    const sy = dot(s, y)
    if (sy > 0) history.push({ s, y, sy })
    if (history.length > historySize) history.shift()
    current = next
  }
  return current.x
}

type Iterate = { x: Float64Array; value: number; gradient: Float64Array }
type CurvaturePair = { s: Float64Array; y: Float64Array; sy: number }

function evaluate(objective: Objective, x: Float64Array): Iterate {
  const gradient = new Float64Array(x.length)
  return { x, value: objective(x, gradient), gradient }
}

/** Minus the guess, bent by what the last steps have shown of the function. */
function twoLoopRecursion(
  gradient: Float64Array,
  history: CurvaturePair[],
  precondition: Preconditioner,
): Float64Array {
  const q = gradient.map(value => -value)
  const alphas: number[] = []
  for (let i = history.length - 1; i >= 0; i--) {
    const entry = history[i]
    if (entry === undefined) continue
    const alpha = dot(entry.s, q) / entry.sy
    alphas[i] = alpha
    axpy(q, entry.y, -alpha)
  }
  const newest = history.at(-1)
  const gamma = newest === undefined ? 1 : newest.sy / dot(newest.y, precondition(newest.y))
  const r = precondition(q).map(value => value * gamma)
  history.forEach((entry, i) => {
    axpy(r, entry.s, (alphas[i] ?? 0) - dot(entry.y, r) / entry.sy)
  })
  return r
}

function backtrackingLineSearch(
  objective: Objective,
  { x, value, gradient }: Iterate,
  direction: Float64Array,
): Iterate | null {
  const directionalDerivative = dot(gradient, direction)
  if (!(directionalDerivative < 0)) return null
  for (let stepSize = 1; stepSize > 1e-6; stepSize /= 2) {
    const candidate = Float64Array.from(x)
    axpy(candidate, direction, stepSize)
    const next = evaluate(objective, candidate)
    if (next.value <= value + 1e-4 * stepSize * directionalDerivative) return next
  }
  return null
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

function axpy(y: Float64Array, x: Float64Array, a: number): void {
  for (let i = 0; i < y.length; i++) y[i] = (y[i] ?? 0) + a * (x[i] ?? 0)
}

const subtract = (a: Float64Array, b: Float64Array) => a.map((value, i) => value - (b[i] ?? 0))
