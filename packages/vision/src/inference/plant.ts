// One answer for several photos of a plant: a logarithmic opinion pool of the photos' class probabilities (Genest and Zidek
// 1986, Combining Probability Distributions), with an exponent for their dependence.

import type { StatedCrop } from './crop.ts'
import { type DetectionParams, detect, type Finding, type LeafDetection, type NotALeaf, toFinding } from './detect.ts'
import type { Scores } from './scores.ts'

export type PlantPoolingParams = {
  /**
   * From 0 to 1: n photos weigh as much as n^independence independent ones. Photos of one plant share the light, the
   * camera and often the leaf, so the right value is neither 0 nor 1.
   */
  independence: number
  /** Lower bound of each photo's class probabilities, so that one misread leaf cannot outvote the others. */
  floor: number
}

/** Chosen on simulated plants: docs/decisions/0027-stated-crop-and-bands.md. */
export const defaultPlantPooling: PlantPoolingParams = { independence: 0.5, floor: 0.0001 }

/**
 * Returns the joint answer of several leaves of one plant. The scores are pooled first; then they go through the same
 * decision as those of a single photo, with the prior of the stated crop.
 * @throws Error without leaves
 */
export function detectPlant(
  leaves: LeafDetection[],
  card: DetectionParams,
  statedCrop: StatedCrop,
  pooling: PlantPoolingParams = defaultPlantPooling,
): LeafDetection {
  const [only, ...others] = leaves
  if (only === undefined) throw new Error('A plant needs at least one leaf')
  const joint = detect(others.length === 0 ? only : poolScores(leaves, card, pooling), card, statedCrop)
  if (joint.isLeaf) return joint
  throw new Error('Pooled leaves must be a leaf')
}

/** A view of a plant is the mean of that view over its leaves, so that more leaves do not lower the view agreement. */
function poolScores(leaves: Scores[], card: DetectionParams, pooling: PlantPoolingParams): Scores {
  return {
    leafProbability: 1,
    fineProbabilities: poolProbabilities(leaves, card, pooling),
    viewProbabilities: zip(leaves.map(({ viewProbabilities }) => viewProbabilities)).map(views =>
      zip(views).map(values => sumSorted(values) / values.length),
    ),
  }
}

/** Returns pooled probabilities of the fine classes, in the card's order; not_leaf gets 0, since all photos are leaves. */
function poolProbabilities(
  leaves: Scores[],
  { classes }: DetectionParams,
  { independence, floor }: PlantPoolingParams,
): number[] {
  const weight = leaves.length ** (independence - 1)
  const scores = classes.map(({ productClass }, i) => {
    if (productClass === 'not_leaf') return Number.NEGATIVE_INFINITY
    return (
      weight * sumSorted(leaves.map(({ fineProbabilities }) => Math.log(Math.max(fineProbabilities[i] ?? 0, floor))))
    )
  })
  const maxScore = Math.max(...scores)
  const exponentials = scores.map(score => Math.exp(score - maxScore))
  const sum = exponentials.reduce((total, exponential) => total + exponential, 0)
  return exponentials.map(exponential => exponential / sum)
}

const zip = <Value>(rows: Value[][]): Value[][] =>
  (rows[0] ?? []).map((_, i) => rows.flatMap(row => row.slice(i, i + 1)))

/** Sorted, because the last digits of a floating-point sum depend on its order, and photos have none. */
const sumSorted = (values: number[]): number => [...values].sort((a, b) => a - b).reduce((sum, value) => sum + value, 0)

/**
 * Returns the leaf that represents the plant: the one with the highest probability of the joint class, preferring leaves
 * with that class as their own answer. Undefined without leaves.
 */
export function selectLeadingLeaf<Leaf extends LeafDetection>(
  leaves: Leaf[],
  { rustClass }: LeafDetection,
): Leaf | undefined {
  const [first] = [...leaves].sort((a, b) => {
    const agreement = Number(b.rustClass === rustClass) - Number(a.rustClass === rustClass)
    return agreement || b.probabilities[rustClass] - a.probabilities[rustClass]
  })
  return first
}

type LeafWithArea = LeafDetection & Pick<Finding, 'affectedArea'>

/** The joint answer of a plant. `leading` is the photo that represents it. */
export type PlantAnswer<Leaf> = {
  finding: Finding
  leading: Leaf
  /** False when the leading photo has another class than the plant: its heat map would mark the wrong spots. */
  showsHeatmap: boolean
}

/**
 * Combines the diagnoses of single photos into the answer for the plant. Photos without a leaf are ignored. The same
 * diagnosis object given twice, as for identical bytes, counts once. All diagnoses must have been made with `statedCrop`.
 * @returns null when no photo shows a leaf
 */
export function combinePlantPhotos<Leaf extends LeafWithArea>(
  diagnoses: readonly (Leaf | NotALeaf)[],
  card: DetectionParams,
  statedCrop: StatedCrop,
): PlantAnswer<Leaf> | null {
  const leaves = [...new Set(diagnoses)].filter((diagnosis): diagnosis is Leaf => diagnosis.isLeaf)
  if (leaves.length === 0) return null
  const joint = detectPlant(leaves, card, statedCrop)
  const leading = selectLeadingLeaf(leaves, joint)
  if (leading === undefined) throw new Error('A plant of leaves has a leading leaf')
  const finding = toFinding(joint, meanAffectedArea(leaves, joint))
  return { finding, leading, showsHeatmap: leading.rustClass === joint.rustClass }
}

/** Returns the mean over the leaves with the plant's class; null for a healthy plant and when no area is known. */
function meanAffectedArea(leaves: LeafWithArea[], { rustClass }: LeafDetection): number | null {
  const areas = leaves
    .filter(leaf => leaf.rustClass === rustClass)
    .flatMap(({ affectedArea }) => (affectedArea === null ? [] : [affectedArea]))
  return areas.length === 0 ? null : areas.reduce((sum, area) => sum + area, 0) / areas.length
}
