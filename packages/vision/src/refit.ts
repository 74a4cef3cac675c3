import type { AnswerRule } from './answer.ts'
import type { BaseStatistics } from './base-statistics.ts'
import type { Card, FineClass } from './card.ts'
import { forgetsNothing } from './gate.ts'
import { type Head, headLogits } from './head.ts'
import {
  type Aim,
  guessFor,
  headLoss,
  labelLoss,
  momentOf,
  type Point,
  probabilitiesOf,
  type Sample,
} from './head-loss.ts'
import { minimise } from './minimise.ts'
import type { JudgedClass } from './scores.ts'

/** An accepted image. Its embedding is the mean over the views, as the network of the same model computes it. */
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

export type ShippedModel = { card: AnswerRule & Pick<Card, 'version'>; head: Head }

export type Refit = {
  head: Head
  /** Images it was fitted to. */
  images: number
  /** Mean of -ln of the probability the label has, over the images: with the shipped head, with the new one. */
  loss: { before: number; after: number }
  /** How firmly the head was held to what it knew. */
  caution: number
}

/** From bold to cautious: a session takes the boldest that forgets nothing. */
export const cautions = [0.25, 0.5, 1, 2, 4, 8, 16] as const
/** At caution 1; measured by bench/what-sessions-buy.ts. */
const momentMass = 100
const keptWeight = 2
const ridge = 1e-5
const iterations = 30
/** Of the loss, an image: what is left to gain when a fit ends. */
const enough = 3e-4

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
  allowed: readonly number[] = cautions,
): Refit {
  refuseStrangers(base, shipped, images)
  const { head, card } = shipped
  const ordered = [...images].sort((a, b) => (a.hash < b.hash ? -1 : 1))
  const labelled = ordered.map(image => labelledSample(image, shipped))
  const still = new Float64Array(head.classCount * (head.embeddingSize + 1))
  const known = keptSamples(base, shipped, still)
  const moment = withRidge(base.moment, head.embeddingSize + 1)
  const pulling = momentOf(labelled, head.embeddingSize + 1)

  const patience = { iterations, enough: Math.max(0.02, enough * images.length) }
  let change: Float64Array = still
  const fit = (caution: number) => {
    const samples = [...labelled, ...known.map(sample => ({ ...sample, weight: caution * keptWeight }))]
    const mass = caution * momentMass
    const { temperature } = card
    const guess = guessFor(pulling, moment, caution * keptWeight * known.length, temperature, mass)
    change = minimise(headLoss(samples, temperature, moment, mass), change, patience, guess)
    return { caution, change, head: changedHead(head, change) }
  }
  const { caution, ...found } = boldest(allowed, fit, ({ head: moved }) => forgetsNothing(base, card, head, moved))
  const total = labelled.reduce((sum, { weight }) => sum + weight, 0)
  const mean = (at: Float64Array) =>
    total === 0 ? 0 : labelLoss(labelled, card.temperature)(at, new Float64Array(still.length)) / total
  return {
    head: images.length === 0 ? head : found.head,
    images: images.length,
    loss: { before: mean(still), after: mean(found.change) },
    caution,
  }
}

/** The first good fit from bold to cautious, for most sessions the first of all; the most cautious where none is good. */
function boldest<Fit>(allowed: readonly number[], fit: (caution: number) => Fit, isGood: (fit: Fit) => boolean): Fit {
  const [boldestOf = 1, ...others] = allowed
  let found = fit(boldestOf)
  for (const caution of others) {
    if (isGood(found)) break
    found = fit(caution)
  }
  return found
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

function labelledSample(image: TrainingImage, { head, card }: ShippedModel): Sample {
  const isMeant = new Uint8Array(head.classCount)
  for (const i of fineClassesOf(image, card.classes)) isMeant[i] = 1
  return { ...pointOf(image.embedding, head), weight: image.weight ?? 1, aim: 'label', isMeant }
}

function keptSamples({ kept, embeddingSize }: BaseStatistics, { head, card }: ShippedModel, still: Float64Array) {
  return Array.from({ length: kept.length / embeddingSize }, (_, i): Point & Aim => {
    const point = pointOf(kept.subarray(i * embeddingSize, (i + 1) * embeddingSize), head)
    return { ...point, aim: 'keep', probabilities: probabilitiesOf(still, point, card.temperature) }
  })
}

function pointOf(embedding: Float32Array, head: Head): Point {
  return { point: Float64Array.from([...embedding, 1]), logits: Float64Array.from(headLogits(head, embedding)) }
}

function changedHead(head: Head, change: Float64Array): Head {
  const { classCount, embeddingSize } = head
  const size = embeddingSize + 1
  const weights = head.weights.map((weight, i) => {
    const row = Math.floor(i / embeddingSize)
    return weight + (change[row * size + (i % embeddingSize)] ?? 0)
  })
  const biases = head.biases.map((bias, row) => bias + (change[row * size + embeddingSize] ?? 0))
  return { classCount, embeddingSize, weights, biases }
}

/** Directions in which the base photos hardly vary are not free to move in: the ridge is a share of the mean variance. */
function withRidge(moment: Float64Array, size: number): Float64Array {
  const raised = Float64Array.from(moment)
  let trace = 0
  for (let i = 0; i < size; i++) trace += moment[i * size + i] ?? 0
  for (let i = 0; i < size; i++) raised[i * size + i] = (raised[i * size + i] ?? 0) + (ridge * trace) / size
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
