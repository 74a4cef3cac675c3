import { type ClassifierParams, classifyEmbedding } from '../inference/classify-embedding.ts'
import type { Head } from '../inference/head.ts'
import { type LabelClass, labelClasses } from '../metrics/metrics.ts'
import type { BaseStatistics } from './base-statistics.ts'

/** Photos right of so many. */
export type CorrectCount = { right: number; photos: number }
export type Comparison = { before: CorrectCount; after: CorrectCount }

/** A group of validation photos: one class, of all crops (`crop` null) or of one. */
export type GroupComparison = Comparison & { class: LabelClass; crop: string | null }

export type GateFigures = {
  /** All validation photos. */
  validation: Comparison
  /** Those of the validation photos that are answered with confidence. */
  confident: Comparison
  groups: GroupComparison[]
  holdout: Comparison
}

/** Why a head is not promoted; the server says it in words. */
export type GateReason =
  | ({ word: 'class_recall_lost' } & RecallLoss)
  | ({ word: 'confident_answers_worse' } & Comparison)
  | ({ word: 'held_back_worse' } & Comparison)
  | { word: 'nothing_changed' }

/** `than` is whose recall was better: a drift from the shipped head is stopped too, however small its steps. */
export type RecallLoss = GroupComparison & { than: 'active' | 'shipped' }

export type GateVerdict = { isPromoted: boolean; reasons: GateReason[]; figures: GateFigures }

export type HoldoutImage = { embedding: Float32Array; label: LabelClass }

/** A class may lose one point of its recall, or one photo where fewer than a hundred show it. */
const maxRecallLoss = 0.01

/**
 * Whether a new head may take the place of the active one: no class of the validation photos, over all crops and within
 * each, loses more than a point of recall against it or against the shipped head, confident answers stay as right, and the
 * held-back images of experts are answered no worse. One that is the active head once more is no new one. An answer is the
 * one a farmer would get, the leaf check included.
 */
export function evaluatePromotion(
  base: BaseStatistics,
  card: ClassifierParams,
  activeHead: Head,
  newHead: Head,
  holdout: HoldoutImage[],
  shippedHead: Head = activeHead,
): GateVerdict {
  const photos = compareOnValidation(base, card, activeHead, newHead)
  const holdoutComparisons = holdout.map(({ embedding, label }) =>
    comparePhoto(embedding, label, '', card, activeHead, newHead),
  )
  const figures: GateFigures = {
    validation: compareCounts(photos),
    confident: {
      before: countCorrect(photos.filter(({ before }) => before.isConfident).map(({ before }) => before.isCorrect)),
      after: countCorrect(photos.filter(({ after }) => after.isConfident).map(({ after }) => after.isCorrect)),
    },
    groups: compareGroups(photos),
    holdout: compareCounts(holdoutComparisons),
  }
  const reasons = collectReasons(figures, findRecallLosses(base, card, shippedHead, newHead))
  if (reasons.length === 0 && areHeadsEqual(activeHead, newHead)) reasons.push({ word: 'nothing_changed' })
  return { isPromoted: reasons.length === 0, reasons, figures }
}

/** The groups of validation photos that a new head answers worse than another, by more than may be. */
function findRecallLosses(
  base: BaseStatistics,
  card: ClassifierParams,
  reference: Head,
  newHead: Head,
): GroupComparison[] {
  return compareGroups(compareOnValidation(base, card, reference, newHead)).filter(isRecallLost)
}

/** Whether a head is as good as another on the validation photos: by the gate, and for each crop all classes together. */
export function hasNoRegression(base: BaseStatistics, card: ClassifierParams, reference: Head, newHead: Head): boolean {
  const photos = compareOnValidation(base, card, reference, newHead)
  const crops = [...new Set(photos.map(({ crop }) => crop))]
  const isEveryCropStable = crops.every(
    name => !isRecallLost(compareCounts(photos.filter(({ crop }) => crop === name))),
  )
  return (
    isEveryCropStable &&
    (areHeadsEqual(reference, newHead) || evaluatePromotion(base, card, reference, newHead, []).isPromoted)
  )
}

const areHeadsEqual = (a: Head, b: Head): boolean =>
  a.weights.every((weight, i) => weight === b.weights[i]) && a.biases.every((bias, i) => bias === b.biases[i])

const isRecallLost = ({ before, after }: Comparison) =>
  before.right - after.right > Math.max(1, before.photos * maxRecallLoss)

type Prediction = { isCorrect: boolean; isConfident: boolean }
type PhotoComparison = { label: LabelClass; crop: string; before: Prediction; after: Prediction }

function compareOnValidation(
  { validation, embeddingSize }: BaseStatistics,
  card: ClassifierParams,
  oldHead: Head,
  newHead: Head,
) {
  return validation.photos.map(({ label, crop }, i) => {
    const embedding = validation.embeddings.subarray(i * embeddingSize, (i + 1) * embeddingSize)
    return comparePhoto(embedding, label, crop, card, oldHead, newHead)
  })
}

function comparePhoto(
  embedding: Float32Array,
  label: LabelClass,
  crop: string,
  card: ClassifierParams,
  oldHead: Head,
  newHead: Head,
): PhotoComparison {
  const predict = (head: Head): Prediction => {
    const detection = classifyEmbedding(embedding, head, card)
    return {
      isCorrect: (detection.isLeaf ? detection.rustClass : 'not_leaf') === label,
      isConfident: detection.isLeaf && detection.verdict === 'confident',
    }
  }
  return { label, crop, before: predict(oldHead), after: predict(newHead) }
}

function compareGroups(photos: PhotoComparison[]): GroupComparison[] {
  const crops = [...new Set(photos.map(({ crop }) => crop))].sort()
  return labelClasses.flatMap(name => {
    const classPhotos = photos.filter(({ label }) => label === name)
    const groups = [null, ...crops].map(crop => {
      const group = classPhotos.filter(photo => crop === null || photo.crop === crop)
      return { class: name, crop, ...compareCounts(group) }
    })
    return groups.filter(({ before }) => before.photos > 0)
  })
}

function compareCounts(photos: PhotoComparison[]): Comparison {
  return {
    before: countCorrect(photos.map(({ before }) => before.isCorrect)),
    after: countCorrect(photos.map(({ after }) => after.isCorrect)),
  }
}

const countCorrect = (answers: boolean[]): CorrectCount => ({
  right: answers.filter(Boolean).length,
  photos: answers.length,
})

function collectReasons(
  { groups, confident, holdout }: GateFigures,
  driftFromShipped: GroupComparison[],
): GateReason[] {
  const losses = groups.filter(isRecallLost).map((group): RecallLoss => ({ ...group, than: 'active' }))
  const isListed = (group: GroupComparison) =>
    losses.some(({ class: name, crop }) => name === group.class && crop === group.crop)
  for (const group of driftFromShipped) if (!isListed(group)) losses.push({ ...group, than: 'shipped' })
  const reasons: GateReason[] = losses.map(group => ({ word: 'class_recall_lost', ...group }))
  if (computeAccuracy(confident.before) - computeAccuracy(confident.after) > maxRecallLoss + 1e-9)
    reasons.push({ word: 'confident_answers_worse', ...confident })
  if (holdout.after.right < holdout.before.right) reasons.push({ word: 'held_back_worse', ...holdout })
  return reasons
}

const computeAccuracy = ({ right, photos }: CorrectCount) => (photos === 0 ? 1 : right / photos)
