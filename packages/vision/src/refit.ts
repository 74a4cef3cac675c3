import type { BaseStatistics } from './base-statistics.ts'
import type { Card, FineClass } from './card.ts'
import { choleskyOf, solveLower, solveUpper } from './cholesky.ts'
import { type Head, headLogits } from './head.ts'
import { minimise } from './minimise.ts'
import { expOf, logOf } from './portable-math.ts'
import type { JudgedClass } from './scores.ts'

/** An accepted image. Its embedding is the mean over the views, as the active network of the same model computes it. */
export type TrainingImage = {
  /** Of its content; no two images have the same. */
  hash: string
  embedding: Float32Array
  label: JudgedClass
  /** Lower case; null when nobody said. */
  crop: string | null
  /** Name of a fine class, where the expert named the disease too. */
  fineClass?: string | null
  /** How much it counts; 1 when absent. */
  weight?: number
}

export type ShippedModel = { card: Pick<Card, 'version' | 'classes' | 'temperature'>; head: Head }

export type Refit = {
  head: Head
  /** Images it was fitted to. */
  images: number
  /** Mean of -ln of the probability the label has, over the images: with the shipped head, with the new one. */
  loss: { before: number; after: number }
}

/** How many training photos one expert's image weighs as much as, measured by bench/what-sessions-buy.ts. */
export const baseMass = 200
const ridge = 1e-4
const iterations = 40

/**
 * The shipped head moved towards the experts' labels, as little as it can on the photos it was trained on: of all heads
 * the one with the least  Σ weight · -ln P(label) + baseMass / 2 · mean squared change of the logits on the base photos.
 * It depends on the set of images alone: the same images in any order give the same head, bit for bit.
 * @param shipped always the shipped head, never one of an earlier session
 * @throws Error when an image or the base is of another network, or two images have one hash
 */
export function refitHead(base: BaseStatistics, shipped: ShippedModel, images: TrainingImage[]): Refit {
  refuseStrangers(base, shipped, images)
  const ordered = [...images].sort((a, b) => (a.hash < b.hash ? -1 : 1))
  const size = shipped.head.embeddingSize + 1
  const root = choleskyOf(withRidge(base.moment, size, ridge), size)
  const samples = ordered.map(image => sampleOf(image, shipped, root))
  const objective = (change: Float64Array, gradient: Float64Array) =>
    penalty(change, gradient) + likelihoodLoss(samples, shipped.card.temperature, size, change, gradient)
  const start = new Float64Array(shipped.head.classCount * size)
  const change = minimise(objective, start, iterations)
  const mean = (at: Float64Array) =>
    likelihoodLoss(samples, shipped.card.temperature, size, at, new Float64Array(start.length)) /
    Math.max(
      1e-12,
      samples.reduce((sum, { weight }) => sum + weight, 0),
    )
  return {
    head: changedHead(shipped.head, change, root),
    images: images.length,
    loss: { before: mean(start), after: mean(change) },
  }
}

/**
 * The fine classes a label may mean, by their place in the card: those of its crop and product class; where the model
 * knows none of that crop, those of any crop.
 */
export function fineClassesOf(
  { label, crop, fineClass }: Pick<TrainingImage, 'label' | 'crop' | 'fineClass'>,
  classes: FineClass[],
): number[] {
  const where = (holds: (fine: FineClass) => boolean) =>
    classes.flatMap((fine, i) => (fine.productClass === label && holds(fine) ? [i] : []))
  const named = where(fine => fine.name === fineClass)
  if (named.length > 0) return named
  const ofCrop = where(fine => fine.crop === crop)
  return ofCrop.length > 0 ? ofCrop : where(() => true)
}

/** `point` is the embedding with a 1 behind it in coordinates in which the base photos vary alike in all directions. */
type Sample = { point: Float64Array; logits: number[]; isMeant: Uint8Array; weight: number }

function sampleOf(image: TrainingImage, { head, card }: ShippedModel, root: Float64Array): Sample {
  const isMeant = new Uint8Array(head.classCount)
  for (const i of fineClassesOf(image, card.classes)) isMeant[i] = 1
  const extended = Float64Array.from([...image.embedding, 1])
  return {
    point: solveLower(root, extended),
    logits: headLogits(head, image.embedding),
    isMeant,
    weight: image.weight ?? 1,
  }
}

function penalty(change: Float64Array, gradient: Float64Array): number {
  let squares = 0
  for (let i = 0; i < change.length; i++) {
    const value = change[i] ?? 0
    squares += value * value
    gradient[i] = baseMass * value
  }
  return (baseMass / 2) * squares
}

/** Σ weight · -ln P(label), its gradient added to `gradient`. */
function likelihoodLoss(
  samples: Sample[],
  temperature: number,
  size: number,
  change: Float64Array,
  gradient: Float64Array,
): number {
  let loss = 0
  for (const { point, logits, isMeant, weight } of samples) {
    const scaled = logits.map((logit, row) => (logit + dot(change, row * size, point)) / temperature)
    const highest = Math.max(...scaled)
    const powers = scaled.map(value => expOf(value - highest))
    let all = 0
    let meant = 0
    powers.forEach((power, row) => {
      all += power
      if (isMeant[row] === 1) meant += power
    })
    const likely = Math.max(meant, 1e-280)
    loss -= weight * (logOf(likely) - logOf(all))
    powers.forEach((power, row) => {
      const slope = (weight * (power / all - (isMeant[row] === 1 ? power / likely : 0))) / temperature
      addTimes(gradient, row * size, point, slope)
    })
  }
  return loss
}

function dot(matrix: Float64Array, from: number, vector: Float64Array): number {
  let sum = 0
  for (let i = 0; i < vector.length; i++) sum += (matrix[from + i] ?? 0) * (vector[i] ?? 0)
  return sum
}

function addTimes(matrix: Float64Array, from: number, vector: Float64Array, factor: number): void {
  for (let i = 0; i < vector.length; i++) matrix[from + i] = (matrix[from + i] ?? 0) + factor * (vector[i] ?? 0)
}

function changedHead(head: Head, change: Float64Array, root: Float64Array): Head {
  const { classCount, embeddingSize } = head
  const size = embeddingSize + 1
  const weights = new Float32Array(head.weights.length)
  const biases = new Float32Array(classCount)
  for (let row = 0; row < classCount; row++) {
    const moved = solveUpper(root, change.subarray(row * size, (row + 1) * size))
    for (let i = 0; i < embeddingSize; i++) {
      const at = row * embeddingSize + i
      weights[at] = (head.weights[at] ?? 0) + (moved[i] ?? 0)
    }
    biases[row] = (head.biases[row] ?? 0) + (moved[embeddingSize] ?? 0)
  }
  return { classCount, embeddingSize, weights, biases }
}

/** Directions in which the base photos hardly vary are not free to move in: the ridge is a share of the mean variance. */
function withRidge(moment: Float64Array, size: number, share: number): Float64Array {
  const raised = Float64Array.from(moment)
  let trace = 0
  for (let i = 0; i < size; i++) trace += moment[i * size + i] ?? 0
  for (let i = 0; i < size; i++) raised[i * size + i] = (raised[i * size + i] ?? 0) + (share * trace) / size
  return raised
}

function refuseStrangers(base: BaseStatistics, { card, head }: ShippedModel, images: TrainingImage[]): void {
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
