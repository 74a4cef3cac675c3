// Refits the linear head to experts' images: multinomial logistic regression with a label loss on the images, knowledge
// distillation on photos of the original training and a ridge penalty in the metric of all training photos (see
// head-loss.ts), minimized with L-BFGS. See docs/decisions/0029-refitting-the-head.md.

import type { FineClass } from '../inference/classes.ts'
import { computeLogits, type Head } from '../inference/head.ts'
import type { ModelCard } from '../inference/model-card.ts'
import type { AnswerParams } from '../inference/scores.ts'
import type { LabelClass } from '../metrics/metrics.ts'
import type { BaseStatistics } from './base-statistics.ts'
import {
  computeGramMatrix,
  createPreconditioner,
  createRefitObjective,
  type HeadInput,
  predictProbabilities,
  type Sample,
  type Target,
} from './head-loss.ts'
import { lbfgs } from './numerics/lbfgs.ts'
import { hasNoRegression } from './promotion-gate.ts'

/** An accepted image. Its embedding is the mean over the views, computed by the network of the same model. */
export type TrainingImage = {
  /** Hash of the content; unique among the images. */
  hash: string
  embedding: Float32Array
  label: LabelClass
  /** Lower case; null when unknown. */
  crop: string | null
}

export type ShippedModel = { card: AnswerParams & Pick<ModelCard, 'version'>; head: Head }

export type RefitResult = {
  head: Head
  /** The regularization strength that was chosen. */
  lambda: number
}

/** Regularization strengths, weakest first. A refit takes the first one that causes no regression. */
export const lambdas = [0.25, 1, 4, 16, 32, 64] as const
/** Weights of the ridge penalty and of each distillation sample at lambda 1; measured by bench/model/training-sessions.ts. */
const gramPenaltyWeight = 100
const distillationWeight = 2
/** Added to the diagonal of the Gram matrix, as a share of its mean diagonal value. */
const ridgeRatio = 1e-5
const maxIterations = 30
/** Tolerance of L-BFGS per image, in units of the loss. */
const tolerancePerImage = 3e-4
const minTolerance = 0.02

/**
 * Fits the shipped head to the experts' labels with the weakest regularization that keeps the validation photos right: it
 * may lose no more than the promotion gate allows.
 * The result depends on the set of images only: the same images in any order give the same head, bit for bit.
 * @param shipped the shipped head, never one of an earlier session
 * @param candidates regularization strengths to try, weakest first
 * @throws Error when an image or the base statistics belong to another network, or two images have the same hash
 */
export function refitHead(
  base: BaseStatistics,
  shipped: ShippedModel,
  images: TrainingImage[],
  candidates: readonly number[] = lambdas,
): RefitResult {
  assertCompatible(base, shipped, images)
  const { head, card } = shipped
  const { temperature } = card
  const d = head.embeddingSize + 1
  // Sums of floating-point numbers depend on their order.
  const sortedImages = [...images].sort((a, b) => (a.hash < b.hash ? -1 : 1))
  const labeledSamples = sortedImages.map(image => toLabeledSample(image, shipped))
  const unchanged = new Float64Array(head.classCount * d)
  const distillationSamples = createDistillationSamples(base, shipped, unchanged)
  const G = addRidge(base.gramMatrix, d)
  const labeledGram = computeGramMatrix(labeledSamples, d)
  const options = { maxIterations, tolerance: Math.max(minTolerance, tolerancePerImage * images.length) }

  let W: Float64Array = unchanged
  let fit = { head, lambda: 0 }
  for (const lambda of candidates) {
    const sampleWeight = lambda * distillationWeight
    const penaltyWeight = lambda * gramPenaltyWeight
    const samples = [...labeledSamples, ...distillationSamples.map(sample => ({ ...sample, weight: sampleWeight }))]
    const objective = createRefitObjective(samples, temperature, G, penaltyWeight)
    const totalDistillationWeight = sampleWeight * distillationSamples.length
    const preconditioner = createPreconditioner(labeledGram, G, totalDistillationWeight, temperature, penaltyWeight)
    // Each fit starts from the previous one, which had a weaker regularization.
    W = lbfgs(objective, W, options, preconditioner)
    fit = { head: addChange(head, W), lambda }
    if (hasNoRegression(base, card, head, fit.head)) break
  }
  return images.length === 0 ? { ...fit, head } : fit
}

/**
 * Returns the fine classes that a label covers, as indices into the card's classes: those of the crop and product class; else,
 * when the model has none for that crop, those of the product class in any crop.
 */
export function getTargetClasses(
  { label, crop }: Pick<TrainingImage, 'label' | 'crop'>,
  classes: FineClass[],
): number[] {
  const findIndices = (matches: (fine: FineClass) => boolean) =>
    classes.flatMap((fine, i) => (fine.productClass === label && matches(fine) ? [i] : []))
  const cropMatches = findIndices(fine => fine.crop === crop)
  return cropMatches.length > 0 ? cropMatches : findIndices(() => true)
}

function toLabeledSample(image: TrainingImage, { head, card }: ShippedModel): Sample {
  const isTargetClass = new Uint8Array(head.classCount)
  for (const i of getTargetClasses(image, card.classes)) isTargetClass[i] = 1
  return { ...toHeadInput(image.embedding, head), weight: 1, kind: 'label', isTargetClass }
}

function createDistillationSamples(
  { distillationEmbeddings, embeddingSize }: BaseStatistics,
  { head, card }: ShippedModel,
  unchanged: Float64Array,
) {
  return Array.from({ length: distillationEmbeddings.length / embeddingSize }, (_, i): HeadInput & Target => {
    const input = toHeadInput(distillationEmbeddings.subarray(i * embeddingSize, (i + 1) * embeddingSize), head)
    return { ...input, kind: 'distillation', probabilities: predictProbabilities(unchanged, input, card.temperature) }
  })
}

function toHeadInput(embedding: Float32Array, head: Head): HeadInput {
  return { x: Float64Array.from([...embedding, 1]), baseLogits: Float64Array.from(computeLogits(head, embedding)) }
}

/** Returns the head with the change W added: [classes, embedding size + 1], the last column for the biases. */
function addChange(head: Head, W: Float64Array): Head {
  const { classCount, embeddingSize } = head
  const d = embeddingSize + 1
  const weights = head.weights.map((weight, i) => {
    const row = Math.floor(i / embeddingSize)
    return weight + (W[row * d + (i % embeddingSize)] ?? 0)
  })
  const biases = head.biases.map((bias, row) => bias + (W[row * d + embeddingSize] ?? 0))
  return { classCount, embeddingSize, weights, biases }
}

/** Adds a ridge to the diagonal, so that directions in which the training photos hardly vary are penalized as well. */
function addRidge(gramMatrix: Float64Array, d: number): Float64Array {
  const G = Float64Array.from(gramMatrix)
  let trace = 0
  for (let i = 0; i < d; i++) trace += gramMatrix[i * d + i] ?? 0
  for (let i = 0; i < d; i++) G[i * d + i] = (G[i * d + i] ?? 0) + (ridgeRatio * trace) / d
  return G
}

function assertCompatible(base: BaseStatistics, { card, head }: ShippedModel, images: TrainingImage[]): void {
  if (base.model !== card.version) throw new Error(`base statistics of ${base.model} given for ${card.version}`)
  if (base.embeddingSize !== head.embeddingSize) throw new Error('base statistics and head differ in embedding size')
  const hashes = new Set<string>()
  for (const { hash, embedding } of images) {
    if (embedding.length !== head.embeddingSize || !embedding.every(Number.isFinite))
      throw new Error(`image ${hash} has no embedding of ${head.embeddingSize} numbers`)
    if (hashes.has(hash)) throw new Error(`image ${hash} was given twice`)
    hashes.add(hash)
  }
}
