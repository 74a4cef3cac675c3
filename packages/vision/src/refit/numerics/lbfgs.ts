// L-BFGS: limited-memory BFGS with the two-loop recursion and a backtracking line search.
// J. Nocedal and S. J. Wright, Numerical Optimization, 2nd ed. 2006: algorithms 7.4 (two-loop recursion), 7.5 (L-BFGS)
// and 3.1 (backtracking). The symbols s, y, rho, alpha, beta, gamma, q and r are theirs. The only addition is the
// preconditioner: the initial matrix H0 is gamma times a fixed approximation of the inverse Hessian.

/** Returns f(x) and writes the gradient of f at x into the second argument. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number

/** Multiplies a gradient by an approximation of the inverse Hessian. A better one needs fewer iterations. */
export type Preconditioner = (gradient: Float64Array) => Float64Array

/** The number m of stored pairs (s, y). */
const historySize = 8
/** c1 of the sufficient decrease (Armijo) condition, equation 3.4. */
const armijo = 1e-4
const minStepLength = 1e-6

export type LbfgsOptions = {
  maxIterations: number
  /**
   * Stops when gᵀ P g, with gradient g and preconditioner P, is at most this. In the units of f: twice the decrease that
   * a Newton step with P as inverse Hessian promises.
   */
  tolerance: number
}

/**
 * Minimizes a smooth and nearly convex function.
 * @returns the last iterate, which has the lowest value found
 */
export function lbfgs(
  objective: Objective,
  start: Float64Array,
  { maxIterations, tolerance }: LbfgsOptions,
  precondition: Preconditioner = gradient => gradient,
): Float64Array {
  let current = evaluate(objective, start)
  const history: CurvaturePair[] = []
  for (let k = 0; k < maxIterations; k++) {
    if (dot(current.gradient, precondition(current.gradient)) <= tolerance) break
    const direction = negate(twoLoopRecursion(current.gradient, history, precondition))
    const next = backtrackingLineSearch(objective, current, direction)
    if (next === null && history.length === 0) break
    if (next === null) {
      // The stored curvature is misleading here: restart from the preconditioner alone.
      history.length = 0
      continue
    }
    const s = subtract(next.x, current.x)
    const y = subtract(next.gradient, current.gradient)
    const sy = dot(s, y)
    // The curvature condition sᵀy > 0 (equation 6.7) keeps the matrix positive definite.
    if (sy > 0) history.push({ s, y, rho: 1 / sy })
    if (history.length > historySize) history.shift()
    current = next
  }
  return current.x
}

type Iterate = { x: Float64Array; value: number; gradient: Float64Array }
/** s = x[k+1] - x[k], y = g[k+1] - g[k], rho = 1 / yᵀs. */
type CurvaturePair = { s: Float64Array; y: Float64Array; rho: number }

function evaluate(objective: Objective, x: Float64Array): Iterate {
  const gradient = new Float64Array(x.length)
  return { x, value: objective(x, gradient), gradient }
}

/** Returns r = H g, the inverse Hessian approximation times the gradient (algorithm 7.4). `history` is oldest first. */
function twoLoopRecursion(
  gradient: Float64Array,
  history: CurvaturePair[],
  precondition: Preconditioner,
): Float64Array {
  const q = Float64Array.from(gradient)
  const alphas: number[] = []
  for (let i = history.length - 1; i >= 0; i--) {
    const pair = history[i]
    if (pair === undefined) continue
    const alpha = pair.rho * dot(pair.s, q)
    alphas[i] = alpha
    axpy(q, -alpha, pair.y)
  }
  // Equation 7.20, with the preconditioner in place of the identity.
  const newest = history.at(-1)
  const gamma = newest === undefined ? 1 : 1 / (newest.rho * dot(newest.y, precondition(newest.y)))
  const r = precondition(q).map(value => gamma * value)
  history.forEach(({ s, y, rho }, i) => {
    const beta = rho * dot(y, r)
    axpy(r, (alphas[i] ?? 0) - beta, s)
  })
  return r
}

/** Halves the step length, starting from 1, until the sufficient decrease condition holds (algorithm 3.1). */
function backtrackingLineSearch(
  objective: Objective,
  { x, value, gradient }: Iterate,
  direction: Float64Array,
): Iterate | null {
  const directionalDerivative = dot(gradient, direction)
  if (!(directionalDerivative < 0)) return null
  for (let stepLength = 1; stepLength > minStepLength; stepLength /= 2) {
    const candidate = Float64Array.from(x)
    axpy(candidate, stepLength, direction)
    const next = evaluate(objective, candidate)
    if (next.value <= value + armijo * stepLength * directionalDerivative) return next
  }
  return null
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

/** y += a x */
function axpy(y: Float64Array, a: number, x: Float64Array): void {
  for (let i = 0; i < y.length; i++) y[i] = (y[i] ?? 0) + a * (x[i] ?? 0)
}

const subtract = (a: Float64Array, b: Float64Array) => a.map((value, i) => value - (b[i] ?? 0))

const negate = (vector: Float64Array) => vector.map(value => -value)
