// Multinomial logistic regression of the linear head: softmax cross-entropy with temperature scaling (Guo et al. 2017, On
// Calibration of Modern Neural Networks), knowledge distillation from the shipped head (Hinton et al. 2015, Distilling the
// Knowledge in a Neural Network) and a ridge (Tikhonov) penalty. Symbols: W, the change of the head, [classes, d] row by
// row with d = embedding size + 1; x, an embedding with a 1 appended; G, a Gram matrix Σ x xᵀ; T, the temperature.

import { backSubstitute, choleskyDecompose, forwardSubstitute } from './numerics/cholesky.ts'
import type { Objective, Preconditioner } from './numerics/lbfgs.ts'
import { portableExp, portableLog } from './numerics/portable-math.ts'

export type HeadInput = {
  /** The embedding with a 1 appended, for the bias. */
  x: Float64Array
  /** The shipped head's logits for x. */
  baseLogits: Float64Array
}
export type Target =
  /** A label, which may stand for several fine classes: one byte per fine class, 1 for those it covers. */
  | { kind: 'label'; isTargetClass: Uint8Array }
  /** The shipped head's probabilities as soft targets, with a sum of 1. */
  | { kind: 'distillation'; probabilities: Float64Array }
export type Sample = HeadInput & Target & { weight: number }

/** Logit gradients of a smaller size are skipped: for most photos most classes have hardly any probability. */
const gradientCutoff = 1e-6
/** Keeps the logarithm finite. */
const minProbability = 1e-280
/** A typical second derivative of softmax cross-entropy by a logit, which lies between 0 and 1/4. */
const typicalCurvature = 0.1

/**
 * Returns the objective of a refit: Σ weight · cross-entropy + penaltyWeight / 2 · Σ over classes of wᵀ G w, where w is
 * the class's row of W. The penalty is the mean squared change of the logits over the photos of the Gram matrix.
 */
export function createRefitObjective(
  samples: Sample[],
  temperature: number,
  G: Float64Array,
  penaltyWeight: number,
): Objective {
  const crossEntropy = createCrossEntropy(samples, temperature)
  return (W, gradient) => {
    const d = Math.sqrt(G.length)
    let quadraticForm = 0
    for (let start = 0; start < W.length; start += d) {
      const Gw = new Float64Array(d)
      addMatrixVector(Gw, G, W.subarray(start, start + d))
      for (let i = 0; i < d; i++) {
        quadraticForm += (Gw[i] ?? 0) * (W[start + i] ?? 0)
        gradient[start + i] = penaltyWeight * (Gw[i] ?? 0)
      }
    }
    return (penaltyWeight / 2) * quadraticForm + crossEntropy(W, gradient)
  }
}

/** Returns Σ weight · cross-entropy of the samples as an objective that adds to the gradient instead of overwriting it. */
function createCrossEntropy(samples: Sample[], temperature: number): Objective {
  return (W, gradient) => {
    let loss = 0
    for (const sample of samples) {
      const { x, weight } = sample
      const probabilities = predictProbabilities(W, sample, temperature)
      loss += weight * replaceByLogitGradient(probabilities, sample)
      for (let row = 0; row < probabilities.length; row++) {
        const logitGradient = (weight * (probabilities[row] ?? 0)) / temperature
        if (Math.abs(logitGradient) > gradientCutoff) axpy(gradient, row * x.length, logitGradient, x)
      }
    }
    return loss
  }
}

/**
 * Replaces the predicted probabilities p by the gradient of the cross-entropy by the scaled logits.
 * Soft target t: p - t. Label with classes C: p - p / Σ p(C) within C, p elsewhere.
 * @returns the cross-entropy
 */
function replaceByLogitGradient(p: Float64Array, target: Target): number {
  if (target.kind === 'distillation') {
    let loss = 0
    for (let row = 0; row < p.length; row++) {
      const t = target.probabilities[row] ?? 0
      const predicted = p[row] ?? 0
      if (t > gradientCutoff) loss -= t * portableLog(Math.max(predicted, minProbability))
      p[row] = predicted - t
    }
    return loss
  }
  let labelProbability = 0
  for (let row = 0; row < p.length; row++) if (target.isTargetClass[row] === 1) labelProbability += p[row] ?? 0
  labelProbability = Math.max(labelProbability, minProbability)
  for (let row = 0; row < p.length; row++) {
    const predicted = p[row] ?? 0
    if (target.isTargetClass[row] === 1) p[row] = predicted - predicted / labelProbability
  }
  return -portableLog(labelProbability)
}

/** Returns Σ weight · x xᵀ of the samples, d x d. */
export function computeGramMatrix(samples: Pick<Sample, 'x' | 'weight'>[], d: number): Float64Array {
  const G = new Float64Array(d * d)
  for (const { x, weight } of samples) {
    for (let i = 0; i < d; i++) {
      const factor = weight * (x[i] ?? 0)
      for (let j = 0; j <= i; j++) G[i * d + j] = (G[i * d + j] ?? 0) + factor * (x[j] ?? 0)
    }
  }
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < i; j++) G[j * d + i] = G[i * d + j] ?? 0
  }
  return G
}

/**
 * Returns a preconditioner for L-BFGS: the inverse of the objective's Hessian, approximated by one block for all classes
 * with a constant curvature of the cross-entropy.
 * @param labeledGram Gram matrix of the labeled samples
 * @param G Gram matrix of the penalty; also used for the distillation samples
 * @param distillationWeight sum of the weights of the distillation samples
 */
export function createPreconditioner(
  labeledGram: Float64Array,
  G: Float64Array,
  distillationWeight: number,
  temperature: number,
  penaltyWeight: number,
): Preconditioner {
  const d = Math.sqrt(G.length)
  const curvature = typicalCurvature / (temperature * temperature)
  const hessian = G.map(
    (value, i) => (penaltyWeight + distillationWeight * curvature) * value + curvature * (labeledGram[i] ?? 0),
  )
  const L = choleskyDecompose(hessian, d)
  return gradient => {
    const step = new Float64Array(gradient.length)
    for (let start = 0; start < gradient.length; start += d)
      step.set(backSubstitute(L, forwardSubstitute(L, gradient.subarray(start, start + d))), start)
    return step
  }
}

/** Returns softmax((base logits + W x) / T): one probability per fine class. */
export function predictProbabilities(W: Float64Array, { x, baseLogits }: HeadInput, temperature: number): Float64Array {
  const logits = new Float64Array(baseLogits.length)
  addMatrixVector(logits, W, x)
  for (let row = 0; row < logits.length; row++)
    logits[row] = ((baseLogits[row] ?? 0) + (logits[row] ?? 0)) / temperature
  return softmaxInPlace(logits)
}

function softmaxInPlace(logits: Float64Array): Float64Array {
  let maxLogit = -Infinity
  for (const logit of logits) if (logit > maxLogit) maxLogit = logit
  let total = 0
  for (let row = 0; row < logits.length; row++) {
    logits[row] = portableExp((logits[row] ?? 0) - maxLogit)
    total += logits[row] ?? 0
  }
  for (let row = 0; row < logits.length; row++) logits[row] = (logits[row] ?? 0) / total
  return logits
}

/** y += A x, four rows at a time: the four sums do not depend on each other, so the processor overlaps them. */
function addMatrixVector(y: Float64Array, A: Float64Array, x: Float64Array): void {
  const columns = x.length
  let row = 0
  for (; row + 4 <= y.length; row += 4) {
    const offset = row * columns
    let [first, second, third, fourth] = [0, 0, 0, 0]
    for (let i = 0; i < columns; i++) {
      const value = x[i] ?? 0
      first += (A[offset + i] ?? 0) * value
      second += (A[offset + columns + i] ?? 0) * value
      third += (A[offset + 2 * columns + i] ?? 0) * value
      fourth += (A[offset + 3 * columns + i] ?? 0) * value
    }
    y[row] = (y[row] ?? 0) + first
    y[row + 1] = (y[row + 1] ?? 0) + second
    y[row + 2] = (y[row + 2] ?? 0) + third
    y[row + 3] = (y[row + 3] ?? 0) + fourth
  }
  for (; row < y.length; row++) {
    let sum = 0
    for (let i = 0; i < columns; i++) sum += (A[row * columns + i] ?? 0) * (x[i] ?? 0)
    y[row] = (y[row] ?? 0) + sum
  }
}

/** y[start…] += a x */
function axpy(y: Float64Array, start: number, a: number, x: Float64Array): void {
  for (let i = 0; i < x.length; i++) y[start + i] = (y[start + i] ?? 0) + a * (x[i] ?? 0)
}
