import { backSubstitute, choleskyDecompose, forwardSubstitute } from './numerics/cholesky.ts'
import type { Objective, Preconditioner } from './numerics/lbfgs.ts'
import { portableExp, portableLog } from './numerics/portable-math.ts'

/** What a change of the head is fitted to: a label that may mean several fine classes, or the answer given so far. */
export type Sample = {
  /** The embedding with a 1 behind it. */
  point: Float64Array
  /** Of the unchanged head. */
  logits: Float64Array
  weight: number
} & Target
export type Target =
  /** One byte a fine class: 1 for those that are meant. */
  | { aim: 'label'; isTargetClass: Uint8Array }
  /** Of the unchanged head, adding up to 1. */
  | { aim: 'keep'; probabilities: Float64Array }

/** Smaller pulls of one sample on one class are let be: most classes are out of the question for most photos. */
const gradientCutoff = 1e-6
/** Of the curvature of -ln P with the logits: it lies between 0 and 1/4. */
const typicalCurvature = 0.1

/**
 * Σ weight · -ln P(label), plus mass / 2 · Σ of the squared change of the logits in the metric `moment`. `change` holds
 * [classes, embedding + 1] row by row.
 */
export function createRefitObjective(
  samples: Sample[],
  temperature: number,
  gramMatrix: Float64Array,
  penaltyWeight: number,
): Objective {
  const crossEntropy = createCrossEntropy(samples, temperature)
  return (delta, gradient) => {
    const size = Math.sqrt(gramMatrix.length)
    let squares = 0
    for (let from = 0; from < delta.length; from += size) {
      const product = new Float64Array(size)
      addMatrixVector(product, gramMatrix, delta.subarray(from, from + size))
      for (let i = 0; i < size; i++) {
        squares += (product[i] ?? 0) * (delta[from + i] ?? 0)
        gradient[from + i] = penaltyWeight * (product[i] ?? 0)
      }
    }
    return (penaltyWeight / 2) * squares + crossEntropy(delta, gradient)
  }
}

/** Σ weight · -ln P(label), or the cross-entropy with what is to be kept; its gradient is added to what is there. */
export function createCrossEntropy(samples: Sample[], temperature: number): Objective {
  return (delta, gradient) => {
    let loss = 0
    for (const sample of samples) {
      const { point, weight } = sample
      const probabilities = softmax(delta, sample, temperature)
      loss += weight * computeLogitGradient(sample, probabilities)
      for (let row = 0; row < probabilities.length; row++) {
        const logitGradient = (weight * (probabilities[row] ?? 0)) / temperature
        if (logitGradient > gradientCutoff || logitGradient < -gradientCutoff)
          axpy(gradient, row * point.length, point, logitGradient)
      }
    }
    return loss
  }
}

/** The loss of one sample; turns its probabilities into its pulls on the logits. */
function computeLogitGradient(aim: Target, probabilities: Float64Array): number {
  let loss = 0
  if (aim.aim === 'keep') {
    for (let row = 0; row < probabilities.length; row++) {
      const target = aim.probabilities[row] ?? 0
      const predicted = probabilities[row] ?? 0
      if (target > gradientCutoff) loss -= target * portableLog(Math.max(predicted, 1e-280))
      probabilities[row] = predicted - target
    }
    return loss
  }
  let targetProbability = 0
  for (let row = 0; row < probabilities.length; row++)
    if (aim.isTargetClass[row] === 1) targetProbability += probabilities[row] ?? 0
  const clamped = Math.max(targetProbability, 1e-280)
  for (let row = 0; row < probabilities.length; row++) {
    const predicted = probabilities[row] ?? 0
    if (aim.isTargetClass[row] === 1) probabilities[row] = predicted - predicted / clamped
  }
  return -portableLog(clamped)
}

/** Σ weight · x xᵀ of the samples, in the form of the base's moment. */
export function computeGramMatrix(samples: Pick<Sample, 'point' | 'weight'>[], size: number): Float64Array {
  const gramMatrix = new Float64Array(size * size)
  for (const { point, weight } of samples) {
    for (let row = 0; row < size; row++) {
      const factor = weight * (point[row] ?? 0)
      for (let i = 0; i <= row; i++)
        gramMatrix[row * size + i] = (gramMatrix[row * size + i] ?? 0) + factor * (point[i] ?? 0)
    }
  }
  for (let row = 0; row < size; row++) {
    for (let i = 0; i < row; i++) gramMatrix[i * size + row] = gramMatrix[row * size + i] ?? 0
  }
  return gramMatrix
}

/**
 * The way to the least value if the loss were curved alike everywhere, which keeps the steps of minimise few.
 * @param labelled momentOf the labelled samples
 * @param kept weight of all that is kept, whose moment is the base's
 */
export function createPreconditioner(
  labeledGram: Float64Array,
  gramMatrix: Float64Array,
  distillationWeight: number,
  temperature: number,
  penaltyWeight: number,
): Preconditioner {
  const size = Math.sqrt(gramMatrix.length)
  const curvature = typicalCurvature / (temperature * temperature)
  const hessian = gramMatrix.map(
    (value, i) => (penaltyWeight + distillationWeight * curvature) * value + curvature * (labeledGram[i] ?? 0),
  )
  const L = choleskyDecompose(hessian, size)
  return gradient => {
    const step = new Float64Array(gradient.length)
    for (let from = 0; from < gradient.length; from += size)
      step.set(backSubstitute(L, forwardSubstitute(L, gradient.subarray(from, from + size))), from)
    return step
  }
}

export type HeadInput = Pick<Sample, 'point' | 'logits'>

export function softmax(
  delta: Float64Array,
  { point, logits: baseLogits }: HeadInput,
  temperature: number,
): Float64Array {
  const logits = new Float64Array(baseLogits.length)
  addMatrixVector(logits, delta, point)
  let maxLogit = -Infinity
  for (let row = 0; row < logits.length; row++) {
    const scaled = ((baseLogits[row] ?? 0) + (logits[row] ?? 0)) / temperature
    logits[row] = scaled
    if (scaled > maxLogit) maxLogit = scaled
  }
  let total = 0
  for (let row = 0; row < logits.length; row++) {
    logits[row] = portableExp((logits[row] ?? 0) - maxLogit)
    total += logits[row] ?? 0
  }
  for (let row = 0; row < logits.length; row++) logits[row] = (logits[row] ?? 0) / total
  return logits
}

/** Adds matrix · vector to `found`, four rows at once: their sums do not wait for each other. */
function addMatrixVector(found: Float64Array, matrix: Float64Array, vector: Float64Array): void {
  const size = vector.length
  let row = 0
  for (; row + 4 <= found.length; row += 4) {
    const offset = row * size
    let [first, second, third, fourth] = [0, 0, 0, 0]
    for (let i = 0; i < size; i++) {
      const value = vector[i] ?? 0
      first += (matrix[offset + i] ?? 0) * value
      second += (matrix[offset + size + i] ?? 0) * value
      third += (matrix[offset + 2 * size + i] ?? 0) * value
      fourth += (matrix[offset + 3 * size + i] ?? 0) * value
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

function axpy(matrix: Float64Array, from: number, vector: Float64Array, factor: number): void {
  for (let i = 0; i < vector.length; i++) matrix[from + i] = (matrix[from + i] ?? 0) + factor * (vector[i] ?? 0)
}
