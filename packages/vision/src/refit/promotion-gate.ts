// Promotion gate: a refitted head may replace the active one only when it gains more than chance and loses nothing on
// photos it was not fitted to.

import { healthClasses } from '../inference/classes.ts'
import { classifyEmbedding } from '../inference/detect.ts'
import type { Head } from '../inference/head.ts'
import type { AnswerParams } from '../inference/scores.ts'
import { computeMcNemarP, type DiscordantPairs } from '../metrics/mcnemar.ts'
import { type LabelClass, labelClasses } from '../metrics/metrics.ts'
import { computeSignedRankP } from '../metrics/wilcoxon.ts'
import type { BaseStatistics } from './base-statistics.ts'

/** Number of correct predictions among `photos` photos. The field names are those of the API. */
export type CorrectCount = { right: number; photos: number }
export type Comparison = { before: CorrectCount; after: CorrectCount }

/** Validation photos of one class, of all crops (`crop` null) or of one crop. */
export type GroupComparison = Comparison & { class: LabelClass; crop: string | null }

export type GateFigures = {
  /** All validation photos. */
  validation: Comparison
  /** Validation photos with a confident verdict. Each head has its own, so the counts of photos may differ. */
  confident: Comparison
  groups: GroupComparison[]
  /** Held-out images of experts. */
  holdout: Comparison
  /** Answers that changed on the validation photos and the held-out images together, and the exact McNemar test of them. */
  gain: DiscordantPairs & { p: number }
  /**
   * Mean Brier score of the probabilities on the held-out images, 0 (sure and right) to 2 (sure and wrong); null without
   * images. These are the only photos from sources that the network was not trained on. `p`: how often chance alone would
   * give at least this rise (one-sided Wilcoxon signed-rank test).
   */
  brier: { before: number; after: number; p: number } | null
}

/** Why a head is not promoted. The server turns the word into a sentence. */
export type GateReason =
  | ({ word: 'class_recall_lost' } & GroupComparison)
  | ({ word: 'confident_answers_worse' } & Comparison)
  | ({ word: 'held_back_worse' } & Comparison)
  | ({ word: 'crop_worse'; crop: string } & Comparison)
  | ({ word: 'gain_not_proven' } & GateFigures['gain'])
  | { word: 'confidence_worse' }
  | { word: 'nothing_changed' }

export type GateVerdict = { isPromoted: boolean; reasons: GateReason[]; figures: GateFigures }

export type HoldoutImage = { embedding: Float32Array; label: LabelClass }

/** Within a crop, a class may lose one percentage point of recall, or one photo when it has fewer than a hundred. */
const maxRecallLoss = 0.01
/** Above this p-value, a gain may be chance. */
const significanceLevel = 0.05
/** Below this p-value, a rise of the Brier score counts: a harm that is missed costs more than a session that is rejected. */
const harmLevel = 0.1

/**
 * Decides if a new head may replace the active one. It is promoted when
 * - no class over all crops and no crop over all classes loses a photo of the validation set against the active head, and
 *   no class within a crop, and no class against the shipped head, loses more than a point of recall,
 * - the accuracy of confident answers does not drop by more than a point,
 * - the held-out images of experts are not answered worse, and their probabilities are not less honest (Brier
 *   score, a rise beyond chance),
 * - the answers improve by more than chance: exact McNemar test over validation photos and held-out images,
 * - it differs from the active head.
 *
 * A prediction is the class that a farmer would get, including the leaf check. Only mean embeddings are stored, so its band knows
 * of no doubting view.
 */
export function evaluatePromotion(
  base: BaseStatistics,
  card: AnswerParams,
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
    gain: computeGain([...photos, ...holdoutComparisons]),
    brier: compareBrierScores(holdout, card, activeHead, newHead),
  }
  const driftFromShipped = compareGroups(compareOnValidation(base, card, shippedHead, newHead)).filter(isRecallLost)
  const reasons = [...collectReasons(figures, driftFromShipped), ...findWorseCrops(figures.groups)]
  if (reasons.length === 0 && areHeadsEqual(activeHead, newHead)) reasons.push({ word: 'nothing_changed' })
  else if (!isGainProven(figures.gain)) reasons.push({ word: 'gain_not_proven', ...figures.gain })
  return { isPromoted: reasons.length === 0, reasons, figures }
}

/** Returns the answers that only one of the heads has right, and the exact McNemar test of the difference. */
function computeGain(photos: PhotoComparison[]): GateFigures['gain'] {
  const better = photos.filter(({ before, after }) => !before.isCorrect && after.isCorrect).length
  const worse = photos.filter(({ before, after }) => before.isCorrect && !after.isCorrect).length
  return { better, worse, p: computeMcNemarP({ better, worse }) }
}

const isGainProven = ({ better, worse, p }: GateFigures['gain']) => better > worse && p < significanceLevel

/** Returns the crops of which fewer validation photos are right, all classes together. */
function findWorseCrops(groups: GroupComparison[]): GateReason[] {
  const crops = new Set(groups.flatMap(({ crop }) => crop ?? []))
  return [...crops].flatMap(crop => {
    const ofCrop = groups.filter(group => group.crop === crop)
    const sum = (side: 'before' | 'after'): CorrectCount => ({
      right: ofCrop.reduce((total, group) => total + group[side].right, 0),
      photos: ofCrop.reduce((total, group) => total + group[side].photos, 0),
    })
    const [before, after] = [sum('before'), sum('after')]
    return after.right < before.right ? [{ word: 'crop_worse', crop, before, after }] : []
  })
}

/** Compares the mean Brier scores (Brier 1950, all classes) of two heads; null without images. */
function compareBrierScores(
  images: HoldoutImage[],
  card: AnswerParams,
  oldHead: Head,
  newHead: Head,
): GateFigures['brier'] {
  if (images.length === 0) return null
  const computeScores = (head: Head) =>
    images.map(({ embedding, label }) => {
      const { productProbabilities } = classifyEmbedding(embedding, head, card)
      return healthClasses.reduce((sum, name) => sum + (productProbabilities[name] - Number(name === label)) ** 2, 0)
    })
  const [before, after] = [computeScores(oldHead), computeScores(newHead)]
  const differences = after.map((score, i) => score - (before[i] ?? score))
  return { before: computeMean(before), after: computeMean(after), p: computeSignedRankP(differences) }
}

const computeMean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Returns true when the new head loses nothing that the gate does not allow. A gain is not needed. Held-out images are
 * not used, so that they stay unseen until the gate.
 */
export function hasNoRegression(base: BaseStatistics, card: AnswerParams, reference: Head, newHead: Head): boolean {
  if (areHeadsEqual(reference, newHead)) return true
  const { reasons } = evaluatePromotion(base, card, reference, newHead, [])
  return reasons.every(({ word }) => word === 'gain_not_proven')
}

const areHeadsEqual = (a: Head, b: Head): boolean =>
  a.weights.every((weight, i) => weight === b.weights[i]) && a.biases.every((bias, i) => bias === b.biases[i])

const isRecallLost = ({ before, after }: Comparison) =>
  before.right - after.right > Math.max(1, before.photos * maxRecallLoss)

type Prediction = { isCorrect: boolean; isConfident: boolean }
type PhotoComparison = { label: LabelClass; crop: string; before: Prediction; after: Prediction }

function compareOnValidation(
  { validation, embeddingSize }: BaseStatistics,
  card: AnswerParams,
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
  card: AnswerParams,
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

/**
 * @param driftFromShipped losses against the shipped head. They stop a slow drift, in which no single session loses enough to be
 *   rejected
 */
function collectReasons(
  { groups, confident, holdout, brier }: GateFigures,
  driftFromShipped: GroupComparison[],
): GateReason[] {
  const isLost = (group: GroupComparison) =>
    group.crop === null ? group.after.right < group.before.right : isRecallLost(group)
  const losses = groups.filter(isLost)
  const isNew = (group: GroupComparison) =>
    !losses.some(({ class: name, crop }) => name === group.class && crop === group.crop)
  const reasons = [...losses, ...driftFromShipped.filter(isNew)].map(
    (group): GateReason => ({ word: 'class_recall_lost', ...group }),
  )
  if (computeAccuracy(confident.before) - computeAccuracy(confident.after) > maxRecallLoss + 1e-9)
    reasons.push({ word: 'confident_answers_worse', ...confident })
  if (holdout.after.right < holdout.before.right) reasons.push({ word: 'held_back_worse', ...holdout })
  if (brier && brier.after > brier.before && brier.p < harmLevel) reasons.push({ word: 'confidence_worse' })
  return reasons
}

const computeAccuracy = ({ right, photos }: CorrectCount) => (photos === 0 ? 1 : right / photos)
