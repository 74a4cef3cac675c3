import { healthClasses, type ProductClass } from './card.ts'
import type { Detection } from './detect.ts'

/** The classes that answers are judged by; the plants without a health label are none of them. */
export const judgedClasses = [...healthClasses, 'not_leaf'] as const
export type JudgedClass = (typeof judgedClasses)[number]

/** A photo whose truth is known, and what the model said of it. */
export type JudgedPhoto = { truth: JudgedClass; crop: string; setting: string; detection: Detection }

/** A share with its 95 % Wilson interval. */
export type Share = { share: number; low: number; high: number; n: number }

/** Accuracy, macro-F1 and recall take the likeliest of the four classes, whatever the verdict. */
export type GroupScores = {
  accuracy: Share
  /** Over the classes that occur. */
  macroF1: number
  recall: Partial<Record<JudgedClass, Share>>
}

export type Scores = GroupScores & {
  photos: number
  /** Expected calibration error of the likeliest of the four classes, over 15 bins. */
  calibrationError: number
  /** Leaves with a confident verdict. */
  answered: Share
  /** Of confident verdicts, those that are right: one about a photo of no leaf is wrong. */
  rightOfAnswered: Share
  leavesRefused: Share
  notLeavesAccepted: Share
  byCrop: Record<string, GroupScores>
  bySetting: Record<string, GroupScores>
}

/** Every figure about photos whose truth is known; the same whatever their order. Twin of ml/evaluate.py. */
export function scoresOf(photos: JudgedPhoto[]): Scores {
  const judged = photos.map(photo => ({ ...photo, ...likeliest(photo.detection) }))
  const leaves = photos.filter(({ truth }) => truth !== 'not_leaf')
  const others = photos.filter(({ truth }) => truth === 'not_leaf')
  const answered = photos.filter(({ detection }) => isConfident(detection))
  return {
    photos: photos.length,
    ...groupScores(judged),
    calibrationError: calibrationError(judged.map(({ confidence, truth, answer }) => [confidence, truth === answer])),
    answered: shareWhere(leaves, ({ detection }) => isConfident(detection)),
    rightOfAnswered: shareWhere(answered, ({ truth, detection }) => detection.isLeaf && detection.rustClass === truth),
    leavesRefused: shareWhere(leaves, ({ detection }) => !detection.isLeaf),
    notLeavesAccepted: shareWhere(others, ({ detection }) => detection.isLeaf),
    byCrop: groupsBy(judged, ({ crop }) => crop),
    bySetting: groupsBy(judged, ({ setting }) => setting),
  }
}

type Judged = { truth: JudgedClass; answer: JudgedClass; crop: string; setting: string }

const isConfident = (detection: Detection) => detection.isLeaf && detection.verdict === 'confident'

/** The likeliest of the four classes, and its share of the probability that all four have. */
function likeliest({ product }: { product: Record<ProductClass, number> }) {
  const sum = judgedClasses.reduce((total, name) => total + product[name], 0)
  const answer = judgedClasses.reduce((best, next) => (product[next] > product[best] ? next : best))
  return { answer, confidence: product[answer] / Math.max(sum, 1e-12) }
}

function groupScores(judged: Judged[]): GroupScores {
  const recall: GroupScores['recall'] = {}
  for (const name of judgedClasses) {
    const ofClass = judged.filter(({ truth }) => truth === name)
    if (ofClass.length > 0) recall[name] = shareWhere(ofClass, isRight)
  }
  return { accuracy: shareWhere(judged, isRight), macroF1: macroF1(judged), recall }
}

const isRight = ({ truth, answer }: Judged) => truth === answer

function groupsBy(judged: Judged[], groupOf: (photo: Judged) => string): Record<string, GroupScores> {
  const names = [...new Set(judged.map(groupOf))].sort()
  return Object.fromEntries(names.map(name => [name, groupScores(judged.filter(photo => groupOf(photo) === name))]))
}

/** Mean F1 over the classes that occur in the truth; 0 of nothing. */
function macroF1(judged: Judged[]): number {
  const occurring = judgedClasses.filter(name => judged.some(({ truth }) => truth === name))
  const f1 = occurring.map(name => {
    const truths = judged.filter(({ truth }) => truth === name).length
    const answers = judged.filter(({ answer }) => answer === name).length
    const both = judged.filter(photo => photo.truth === name && isRight(photo)).length
    return (2 * both) / (truths + answers)
  })
  return f1.reduce((sum, value) => sum + value, 0) / Math.max(1, f1.length)
}

/** The gap between how sure the answers are and how often they are right, over bins of equal width. */
export function calibrationError(answers: [confidence: number, isRight: boolean][], bins = 15): number {
  const counts = Array.from({ length: bins }, () => ({ sure: 0, right: 0 }))
  // Added up in one order: sums of the same numbers in another differ in their last digits.
  for (const [confidence, isRight] of [...answers].sort(([a], [b]) => a - b)) {
    const bin = counts[Math.min(Math.floor(confidence * bins), bins - 1)]
    if (bin === undefined) continue
    bin.sure += confidence
    bin.right += isRight ? 1 : 0
  }
  return counts.reduce((sum, { sure, right }) => sum + Math.abs(sure - right), 0) / Math.max(1, answers.length)
}

function shareWhere<T>(all: T[], holds: (one: T) => boolean): Share {
  return shareOf(all.filter(holds).length, all.length)
}

/** Of nothing the share is 0 and the interval everything. */
export function shareOf(right: number, n: number): Share {
  if (n === 0) return { share: 0, low: 0, high: 1, n }
  const z = 1.959964
  const share = right / n
  const middle = share + (z * z) / (2 * n)
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  const whole = 1 + (z * z) / n
  return { share, low: Math.max(0, (middle - spread) / whole), high: Math.min(1, (middle + spread) / whole), n }
}
