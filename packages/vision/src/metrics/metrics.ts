// Classification metrics with 95 % Wilson intervals, calibration error and selective classification (coverage and accuracy
// of the confident answers). Twin of ml/kutu_ml/evaluate/figures.py; test/golden/scores.json holds both to the same numbers.

import { healthClasses, type ProductClass } from '../inference/classes.ts'
import type { Detection } from '../inference/detect.ts'

/** The classes of labels and metrics. Plants without a health label (`unlabelled`) are not among them. */
export const labelClasses = [...healthClasses, 'not_leaf'] as const
export type LabelClass = (typeof labelClasses)[number]

/** A labeled photo and the model's answer about it. */
export type LabeledDetection = { label: LabelClass; crop: string; setting: string; detection: Detection }

/** A proportion of n photos and its 95 % Wilson interval, all from 0 to 1. */
export type Proportion = { share: number; low: number; high: number; n: number }

/** Accuracy, macro-F1 and recall of the most probable label class, regardless of the verdict. */
export type GroupMetrics = {
  accuracy: Proportion
  /** Mean F1 of the classes that occur among the labels. */
  macroF1: number
  recall: Partial<Record<LabelClass, Proportion>>
}

export type Metrics = GroupMetrics & {
  photos: number
  /** Expected calibration error of the most probable label class, with 15 bins. */
  expectedCalibrationError: number
  /** Share of the leaves with a confident verdict (El-Yaniv and Wiener 2010, selective classification). */
  coverage: Proportion
  /** Share of the confident verdicts that are correct. A confident verdict about a photo without a leaf is wrong. */
  selectiveAccuracy: Proportion
  /** Share of the leaves that are taken for no leaf. */
  leafRejectionRate: Proportion
  /** Share of the photos without a leaf that are taken for a leaf. */
  nonLeafAcceptanceRate: Proportion
  byCrop: Record<string, GroupMetrics>
  bySetting: Record<string, GroupMetrics>
}

/** Computes all metrics of labeled photos. The result does not depend on their order, to the last digit. */
export function computeMetrics(photos: LabeledDetection[]): Metrics {
  const predictions = photos.map(photo => ({ ...photo, ...predictClass(photo.detection) }))
  const leaves = photos.filter(({ label }) => label !== 'not_leaf')
  const nonLeaves = photos.filter(({ label }) => label === 'not_leaf')
  const confidentPhotos = photos.filter(({ detection }) => isConfident(detection))
  return {
    photos: photos.length,
    ...computeGroupMetrics(predictions),
    expectedCalibrationError: expectedCalibrationError(
      predictions.map(({ confidence, label, predicted }) => [confidence, label === predicted]),
    ),
    coverage: proportionWhere(leaves, ({ detection }) => isConfident(detection)),
    selectiveAccuracy: proportionWhere(
      confidentPhotos,
      ({ label, detection }) => detection.isLeaf && detection.rustClass === label,
    ),
    leafRejectionRate: proportionWhere(leaves, ({ detection }) => !detection.isLeaf),
    nonLeafAcceptanceRate: proportionWhere(nonLeaves, ({ detection }) => detection.isLeaf),
    byCrop: computeMetricsBy(predictions, ({ crop }) => crop),
    bySetting: computeMetricsBy(predictions, ({ setting }) => setting),
  }
}

type PredictedPhoto = { label: LabelClass; predicted: LabelClass; crop: string; setting: string }

const isConfident = (detection: Detection) => detection.isLeaf && detection.verdict === 'confident'

/** Returns the most probable label class and its probability, normalized over the four label classes. */
function predictClass({ productProbabilities }: { productProbabilities: Record<ProductClass, number> }) {
  const sum = labelClasses.reduce((total, name) => total + productProbabilities[name], 0)
  const predicted = labelClasses.reduce((best, next) =>
    productProbabilities[next] > productProbabilities[best] ? next : best,
  )
  return { predicted, confidence: productProbabilities[predicted] / Math.max(sum, 1e-12) }
}

function computeGroupMetrics(predictions: PredictedPhoto[]): GroupMetrics {
  const recall: GroupMetrics['recall'] = {}
  for (const name of labelClasses) {
    const classPhotos = predictions.filter(({ label }) => label === name)
    if (classPhotos.length > 0) recall[name] = proportionWhere(classPhotos, isCorrect)
  }
  return { accuracy: proportionWhere(predictions, isCorrect), macroF1: computeMacroF1(predictions), recall }
}

const isCorrect = ({ label, predicted }: PredictedPhoto) => label === predicted

function computeMetricsBy(
  predictions: PredictedPhoto[],
  getGroup: (photo: PredictedPhoto) => string,
): Record<string, GroupMetrics> {
  const names = [...new Set(predictions.map(getGroup))].sort()
  return Object.fromEntries(
    names.map(name => [name, computeGroupMetrics(predictions.filter(photo => getGroup(photo) === name))]),
  )
}

/** Returns the mean F1 of the classes that occur among the labels; 0 without photos. */
function computeMacroF1(predictions: PredictedPhoto[]): number {
  const presentClasses = labelClasses.filter(name => predictions.some(({ label }) => label === name))
  const f1 = presentClasses.map(name => {
    const labelCount = predictions.filter(({ label }) => label === name).length
    const predictedCount = predictions.filter(({ predicted }) => predicted === name).length
    const truePositives = predictions.filter(photo => photo.label === name && isCorrect(photo)).length
    return (2 * truePositives) / (labelCount + predictedCount)
  })
  return f1.reduce((sum, value) => sum + value, 0) / Math.max(1, f1.length)
}

/**
 * Returns the expected calibration error: the mean gap between confidence and accuracy over bins of equal width, weighted
 * by their size (Naeini et al. 2015; Guo et al. 2017, equation 3). 0 without answers.
 */
export function expectedCalibrationError(answers: [confidence: number, isCorrect: boolean][], bins = 15): number {
  const counts = Array.from({ length: bins }, () => ({ confidenceSum: 0, correctSum: 0 }))
  // Sorted, because the last digits of a floating-point sum depend on its order.
  for (const [confidence, isCorrect] of [...answers].sort(([a], [b]) => a - b)) {
    const bin = counts[Math.min(Math.floor(confidence * bins), bins - 1)]
    if (bin === undefined) continue
    bin.confidenceSum += confidence
    bin.correctSum += isCorrect ? 1 : 0
  }
  return (
    counts.reduce((sum, { confidenceSum, correctSum }) => sum + Math.abs(confidenceSum - correctSum), 0) /
    Math.max(1, answers.length)
  )
}

function proportionWhere<T>(all: T[], predicate: (item: T) => boolean): Proportion {
  return wilsonInterval(all.filter(predicate).length, all.length)
}

/**
 * Returns the 95 % Wilson score interval of a binomial proportion (Wilson 1927, Probable Inference, the Law of
 * Succession, and Statistical Inference). For n = 0 the share is 0 and the interval is 0 to 1.
 */
export function wilsonInterval(successes: number, n: number): Proportion {
  if (n === 0) return { share: 0, low: 0, high: 1, n }
  const z = 1.959964
  const share = successes / n
  const center = share + (z * z) / (2 * n)
  const halfWidth = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  const denominator = 1 + (z * z) / n
  return {
    share,
    low: Math.max(0, (center - halfWidth) / denominator),
    high: Math.min(1, (center + halfWidth) / denominator),
    n,
  }
}
