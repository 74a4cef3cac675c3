import { choleskyOf, solveLower, solveUpper } from './cholesky.ts'
import type { Guess, Objective } from './minimise.ts'
import { expOf, logOf } from './portable-math.ts'

/** What a change of the head is fitted to: a label that may mean several fine classes, or the answer given so far. */
export type Sample = {
  /** The embedding with a 1 behind it. */
  point: Float64Array
  /** Of the unchanged head. */
  logits: Float64Array
  weight: number
} & Aim
export type Aim =
  /** One byte a fine class: 1 for those that are meant. */
  | { aim: 'label'; isMeant: Uint8Array }
  /** Of the unchanged head, adding up to 1. */
  | { aim: 'keep'; probabilities: Float64Array }

/** Smaller pulls of one sample on one class are let be: most classes are out of the question for most photos. */
const least = 1e-6
/** Of the curvature of -ln P with the logits: it lies between 0 and 1/4. */
const usualCurvature = 0.1

/**
 * Σ weight · -ln P(label), plus mass / 2 · Σ of the squared change of the logits in the metric `moment`. `change` holds
 * [classes, embedding + 1] row by row.
 */
export function headLoss(samples: Sample[], temperature: number, moment: Float64Array, mass: number): Objective {
  const fit = labelLoss(samples, temperature)
  return (change, gradient) => {
    const size = Math.sqrt(moment.length)
    let squares = 0
    for (let from = 0; from < change.length; from += size) {
      const pulled = new Float64Array(size)
      addProducts(pulled, moment, change.subarray(from, from + size))
      for (let i = 0; i < size; i++) {
        squares += (pulled[i] ?? 0) * (change[from + i] ?? 0)
        gradient[from + i] = mass * (pulled[i] ?? 0)
      }
    }
    return (mass / 2) * squares + fit(change, gradient)
  }
}

/** Σ weight · -ln P(label), or the cross-entropy with what is to be kept; its gradient is added to what is there. */
export function labelLoss(samples: Sample[], temperature: number): Objective {
  return (change, gradient) => {
    let loss = 0
    for (const sample of samples) {
      const { point, weight } = sample
      const probabilities = probabilitiesOf(change, sample, temperature)
      loss += weight * pullsOf(sample, probabilities)
      for (let row = 0; row < probabilities.length; row++) {
        const pull = (weight * (probabilities[row] ?? 0)) / temperature
        if (pull > least || pull < -least) addTimes(gradient, row * point.length, point, pull)
      }
    }
    return loss
  }
}

/** The loss of one sample; turns its probabilities into its pulls on the logits. */
function pullsOf(aim: Aim, probabilities: Float64Array): number {
  let loss = 0
  if (aim.aim === 'keep') {
    for (let row = 0; row < probabilities.length; row++) {
      const kept = aim.probabilities[row] ?? 0
      const now = probabilities[row] ?? 0
      if (kept > least) loss -= kept * logOf(Math.max(now, 1e-280))
      probabilities[row] = now - kept
    }
    return loss
  }
  let meant = 0
  for (let row = 0; row < probabilities.length; row++) if (aim.isMeant[row] === 1) meant += probabilities[row] ?? 0
  const likely = Math.max(meant, 1e-280)
  for (let row = 0; row < probabilities.length; row++) {
    const now = probabilities[row] ?? 0
    if (aim.isMeant[row] === 1) probabilities[row] = now - now / likely
  }
  return -logOf(likely)
}

/** Σ weight · x xᵀ of the samples, in the form of the base's moment. */
export function momentOf(samples: Pick<Sample, 'point' | 'weight'>[], size: number): Float64Array {
  const moment = new Float64Array(size * size)
  for (const { point, weight } of samples) {
    for (let row = 0; row < size; row++) {
      const factor = weight * (point[row] ?? 0)
      for (let i = 0; i <= row; i++) moment[row * size + i] = (moment[row * size + i] ?? 0) + factor * (point[i] ?? 0)
    }
  }
  for (let row = 0; row < size; row++) {
    for (let i = 0; i < row; i++) moment[i * size + row] = moment[row * size + i] ?? 0
  }
  return moment
}

/**
 * The way to the least value if the loss were curved alike everywhere, which keeps the steps of minimise few.
 * @param labelled momentOf the labelled samples
 * @param kept weight of all that is kept, whose moment is the base's
 */
export function guessFor(
  labelled: Float64Array,
  moment: Float64Array,
  kept: number,
  temperature: number,
  mass: number,
): Guess {
  const size = Math.sqrt(moment.length)
  const curvature = usualCurvature / (temperature * temperature)
  const metric = moment.map((value, i) => (mass + kept * curvature) * value + curvature * (labelled[i] ?? 0))
  const root = choleskyOf(metric, size)
  return gradient => {
    const guess = new Float64Array(gradient.length)
    for (let from = 0; from < gradient.length; from += size)
      guess.set(solveUpper(root, solveLower(root, gradient.subarray(from, from + size))), from)
    return guess
  }
}

export type Point = Pick<Sample, 'point' | 'logits'>

export function probabilitiesOf(change: Float64Array, { point, logits }: Point, temperature: number): Float64Array {
  const found = new Float64Array(logits.length)
  addProducts(found, change, point)
  let highest = -Infinity
  for (let row = 0; row < found.length; row++) {
    const scaled = ((logits[row] ?? 0) + (found[row] ?? 0)) / temperature
    found[row] = scaled
    if (scaled > highest) highest = scaled
  }
  let all = 0
  for (let row = 0; row < found.length; row++) {
    found[row] = expOf((found[row] ?? 0) - highest)
    all += found[row] ?? 0
  }
  for (let row = 0; row < found.length; row++) found[row] = (found[row] ?? 0) / all
  return found
}

/** Adds matrix · vector to `found`, four rows at once: their sums do not wait for each other. */
function addProducts(found: Float64Array, matrix: Float64Array, vector: Float64Array): void {
  const size = vector.length
  let row = 0
  for (; row + 4 <= found.length; row += 4) {
    const at = row * size
    let [first, second, third, fourth] = [0, 0, 0, 0]
    for (let i = 0; i < size; i++) {
      const value = vector[i] ?? 0
      first += (matrix[at + i] ?? 0) * value
      second += (matrix[at + size + i] ?? 0) * value
      third += (matrix[at + 2 * size + i] ?? 0) * value
      fourth += (matrix[at + 3 * size + i] ?? 0) * value
    }
    found[row] = (found[row] ?? 0) + first
    found[row + 1] = (found[row + 1] ?? 0) + second
    found[row + 2] = (found[row + 2] ?? 0) + third
    found[row + 3] = (found[row + 3] ?? 0) + fourth
  }
  for (; row < found.length; row++) {
    let sum = 0
    for (let i = 0; i < size; i++) sum += (matrix[row * size + i] ?? 0) * (vector[i] ?? 0)
    found[row] = (found[row] ?? 0) + sum
  }
}

function addTimes(matrix: Float64Array, from: number, vector: Float64Array, factor: number): void {
  for (let i = 0; i < vector.length; i++) matrix[from + i] = (matrix[from + i] ?? 0) + factor * (vector[i] ?? 0)
}
