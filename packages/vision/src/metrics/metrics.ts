import type { Detection } from '../inference/detect.ts'
import { healthClasses, type ProductClass } from '../inference/model-card.ts'

/** The classes that answers are judged by; the plants without a health label are none of them. */
export const labelClasses = [...healthClasses, 'not_leaf'] as const
export type LabelClass = (typeof labelClasses)[number]

/** A photo whose truth is known, and what the model said of it. */
export type LabeledDetection = { label: LabelClass; crop: string; setting: string; detection: Detection }

/** A share with its 95 % Wilson interval. */
export type Proportion = { share: number; low: number; high: number; n: number }

/** Accuracy, macro-F1 and recall take the likeliest of the four classes, whatever the verdict. */
export type GroupMetrics = {
  accuracy: Proportion
  /** Over the classes that occur. */
  macroF1: number
  recall: Partial<Record<LabelClass, Proportion>>
}

export type Metrics = GroupMetrics & {
  photos: number
  /** Expected calibration error of the likeliest of the four classes, over 15 bins. */
  expectedCalibrationError: number
  /** Leaves with a confident verdict. */
  coverage: Proportion
  /** Of confident verdicts, those that are right: one about a photo of no leaf is wrong. */
  selectiveAccuracy: Proportion
  leafRejectionRate: Proportion
  nonLeafAcceptanceRate: Proportion
  byCrop: Record<string, GroupMetrics>
  bySetting: Record<string, GroupMetrics>
}

/** Every figure about photos whose truth is known; the same whatever their order. Twin of ml/evaluate.py. */
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

/** The likeliest of the four classes, and its share of the probability that all four have. */
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

/** Mean F1 over the classes that occur in the truth; 0 of nothing. */
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

/** The gap between how sure the answers are and how often they are right, over bins of equal width. */
export function expectedCalibrationError(answers: [confidence: number, isRight: boolean][], bins = 15): number {
  const counts = Array.from({ length: bins }, () => ({ confidenceSum: 0, correctSum: 0 }))
  // Added up in one order: sums of the same numbers in another differ in their last digits.
  for (const [confidence, isCorrect] of [...answers].sort(([a], [b]) => a - b)) {
    const bin = counts[Math.min(Math.floor(confidence * bins), bins - 1)]
    if (bin === undefined) continue
    bin.confidenceSum += confidence
    bin.correctSum += isCorrect ? 1 : 0
  }
  return (
    counts.reduce((sum, { confidenceSum, correctSum: right }) => sum + Math.abs(confidenceSum - right), 0) /
    Math.max(1, answers.length)
  )
}

function proportionWhere<T>(all: T[], predicate: (item: T) => boolean): Proportion {
  return wilsonInterval(all.filter(predicate).length, all.length)
}

/** Of nothing the share is 0 and the interval everything. */
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
