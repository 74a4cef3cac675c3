import type { ClassifierParams } from '../inference/classify-embedding.ts'
import { computeLogits, type Head } from '../inference/head.ts'
import type { FineClass, ModelCard } from '../inference/model-card.ts'
import type { LabelClass } from '../metrics/metrics.ts'
import type { BaseStatistics } from './base-statistics.ts'
import {
  computeGramMatrix,
  createCrossEntropy,
  createPreconditioner,
  createRefitObjective,
  type HeadInput,
  type Sample,
  softmax,
  type Target,
} from './head-loss.ts'
import { lbfgs } from './numerics/lbfgs.ts'
import { hasNoRegression } from './promotion-gate.ts'

/** An accepted image. Its embedding is the mean over the views, as the network of the same model computes it. */
export type TrainingImage = {
  /** Of its content; no two images have the same. */
  hash: string
  embedding: Float32Array
  label: LabelClass
  /** Lower case; null when nobody said. */
  crop: string | null
  /** Name of a fine class, where the expert named the disease too. */
  fineClass?: string | null
  /** How much it counts; 1 when absent. */
  weight?: number
}

export type ShippedModel = { card: ClassifierParams & Pick<ModelCard, 'version'>; head: Head }

export type RefitResult = {
  head: Head
  /** Images it was fitted to. */
  imageCount: number
  /** Mean of -ln of the probability the label has, over the images: with the shipped head, with the new one. */
  loss: { before: number; after: number }
  /** How firmly the head was held to what it knew. */
  lambda: number
}

/** From bold to cautious: a session takes the boldest that forgets nothing. */
export const lambdas = [0.25, 0.5, 1, 2, 4, 8, 16] as const
/** At caution 1; measured by bench/model/training-sessions.ts. */
const gramPenaltyWeight = 100
const distillationWeight = 2
const ridgeRatio = 1e-5
const maxIterations = 30
/** Of the loss, an image: what is left to gain when a fit ends. */
const tolerancePerImage = 3e-4

/**
 * The shipped head moved towards the experts' labels, as boldly as validation allows: of all heads the one with the least
 * Σ weight · -ln P(label), plus a caution times what changes for the photos it was trained on; the caution is the least
 * with which no class and no crop of the validation photos loses more than the gate lets a class.
 * It depends on the set of images alone: the same images in any order give the same head, bit for bit.
 * @param shipped always the shipped head, never one of an earlier session
 * @param allowed cautions to choose from, from bold to cautious
 * @throws Error when an image or the base is of another network, or two images have one hash
 */
export function refitHead(
  base: BaseStatistics,
  shipped: ShippedModel,
  images: TrainingImage[],
  candidates: readonly number[] = lambdas,
): RefitResult {
  assertCompatible(base, shipped, images)
  const { head, card } = shipped
  const sortedImages = [...images].sort((a, b) => (a.hash < b.hash ? -1 : 1))
  const labeledSamples = sortedImages.map(image => toLabeledSample(image, shipped))
  const zeroDelta = new Float64Array(head.classCount * (head.embeddingSize + 1))
  const distillationSamples = createDistillationSamples(base, shipped, zeroDelta)
  const gramMatrix = addRidge(base.gramMatrix, head.embeddingSize + 1)
  const labeledGram = computeGramMatrix(labeledSamples, head.embeddingSize + 1)

  const lbfgsOptions = { maxIterations, tolerance: Math.max(0.02, tolerancePerImage * images.length) }
  let delta: Float64Array = zeroDelta
  const fitHead = (lambda: number) => {
    const samples = [
      ...labeledSamples,
      ...distillationSamples.map(sample => ({ ...sample, weight: lambda * distillationWeight })),
    ]
    const penaltyWeight = lambda * gramPenaltyWeight
    const { temperature } = card
    const preconditioner = createPreconditioner(
      labeledGram,
      gramMatrix,
      lambda * distillationWeight * distillationSamples.length,
      temperature,
      penaltyWeight,
    )
    delta = lbfgs(
      createRefitObjective(samples, temperature, gramMatrix, penaltyWeight),
      delta,
      lbfgsOptions,
      preconditioner,
    )
    return { lambda, delta, head: applyDelta(head, delta) }
  }
  const { lambda, ...result } = selectLambda(candidates, fitHead, ({ head: candidate }) =>
    hasNoRegression(base, card, head, candidate),
  )
  const totalWeight = labeledSamples.reduce((sum, { weight }) => sum + weight, 0)
  const computeMeanLoss = (delta: Float64Array) =>
    totalWeight === 0
      ? 0
      : createCrossEntropy(labeledSamples, card.temperature)(delta, new Float64Array(zeroDelta.length)) / totalWeight
  return {
    head: images.length === 0 ? head : result.head,
    imageCount: images.length,
    loss: { before: computeMeanLoss(zeroDelta), after: computeMeanLoss(result.delta) },
    lambda,
  }
}

/** The first good fit from bold to cautious, for most sessions the first of all; the most cautious where none is good. */
function selectLambda<Candidate>(
  candidates: readonly number[],
  fitLambda: (lambda: number) => Candidate,
  isGood: (fitLambda: Candidate) => boolean,
): Candidate {
  const [first = 1, ...others] = candidates
  let selected = fitLambda(first)
  for (const lambda of others) {
    if (isGood(selected)) break
    selected = fitLambda(lambda)
  }
  return selected
}

/**
 * The fine classes a label may mean, by their place in the card: those of its crop and product class; where the model
 * knows none of that crop, those of any crop.
 */
export function getTargetClasses(
  { label, crop, fineClass }: Pick<TrainingImage, 'label' | 'crop' | 'fineClass'>,
  classes: FineClass[],
): number[] {
  const findIndices = (matches: (fine: FineClass) => boolean) =>
    classes.flatMap((fine, i) => (fine.productClass === label && matches(fine) ? [i] : []))
  const exactMatches = findIndices(fine => fine.name === fineClass)
  if (exactMatches.length > 0) return exactMatches
  const cropMatches = findIndices(fine => fine.crop === crop)
  return cropMatches.length > 0 ? cropMatches : findIndices(() => true)
}

function toLabeledSample(image: TrainingImage, { head, card }: ShippedModel): Sample {
  const isTargetClass = new Uint8Array(head.classCount)
  for (const i of getTargetClasses(image, card.classes)) isTargetClass[i] = 1
  return { ...toHeadInput(image.embedding, head), weight: image.weight ?? 1, aim: 'label', isTargetClass }
}

function createDistillationSamples(
  { distillationEmbeddings, embeddingSize }: BaseStatistics,
  { head, card }: ShippedModel,
  zeroDelta: Float64Array,
) {
  return Array.from({ length: distillationEmbeddings.length / embeddingSize }, (_, i): HeadInput & Target => {
    const point = toHeadInput(distillationEmbeddings.subarray(i * embeddingSize, (i + 1) * embeddingSize), head)
    return { ...point, aim: 'keep', probabilities: softmax(zeroDelta, point, card.temperature) }
  })
}

function toHeadInput(embedding: Float32Array, head: Head): HeadInput {
  return { point: Float64Array.from([...embedding, 1]), logits: Float64Array.from(computeLogits(head, embedding)) }
}

function applyDelta(head: Head, delta: Float64Array): Head {
  const { classCount, embeddingSize } = head
  const size = embeddingSize + 1
  const weights = head.weights.map((weight, i) => {
    const row = Math.floor(i / embeddingSize)
    return weight + (delta[row * size + (i % embeddingSize)] ?? 0)
  })
  const biases = head.biases.map((bias, row) => bias + (delta[row * size + embeddingSize] ?? 0))
  return { classCount, embeddingSize, weights, biases }
}

/** Directions in which the base photos hardly vary are not free to move in: the ridge is a share of the mean variance. */
function addRidge(gramMatrix: Float64Array, size: number): Float64Array {
  const regularized = Float64Array.from(gramMatrix)
  let trace = 0
  for (let i = 0; i < size; i++) trace += gramMatrix[i * size + i] ?? 0
  for (let i = 0; i < size; i++)
    regularized[i * size + i] = (regularized[i * size + i] ?? 0) + (ridgeRatio * trace) / size
  return regularized
}

function assertCompatible(base: BaseStatistics, { card, head }: ShippedModel, images: TrainingImage[]): void {
  if (base.model !== card.version) throw new Error(`base statistics of ${base.model} given for ${card.version}`)
  if (base.embeddingSize !== head.embeddingSize) throw new Error('base statistics and head differ in size')
  const hashes = new Set<string>()
  for (const { hash, embedding } of images) {
    if (embedding.length !== head.embeddingSize || !embedding.every(Number.isFinite))
      throw new Error(`image ${hash} has no embedding of ${head.embeddingSize} numbers`)
    if (hashes.has(hash)) throw new Error(`image ${hash} was given twice`)
    hashes.add(hash)
  }
}
