import { detect, type LeafDetection, type NotALeaf } from './detect.ts'
import type { ModelCard } from './model-card.ts'
import type { Finding } from './verdict.ts'

export type PlantPoolingParams = {
  /**
   * How much the photos of one plant count as witnesses of their own: 0 joins n of them to the weight of one, 1 to that
   * of n. They share the light, the camera and often the leaf, so the truth lies between.
   */
  independence: number
  /** No single photo makes a class less likely than this: one misread leaf must not outvote the others. */
  floor: number
}

/** Chosen on simulated plants: docs/decisions/0007-plant-analyses.md. */
export const defaultPlantPooling: PlantPoolingParams = { independence: 0.5, floor: 0.0001 }

type DetectionParams = Pick<ModelCard, 'classes' | 'thresholds'>

/**
 * The joint answer of leaves of one plant: the mean of their log-probabilities, sharpened by how many there are, judged
 * like a single photo. Photos of no leaf are left out by the caller. One leaf alone keeps its own answer.
 */
export function detectPlant(
  leaves: LeafDetection[],
  card: DetectionParams,
  pooling: PlantPoolingParams = defaultPlantPooling,
): LeafDetection {
  const [only, ...others] = leaves
  if (only === undefined) throw new Error('A plant needs a leaf')
  if (others.length === 0) return only
  const joint = detect(poolProbabilities(leaves, card, pooling), card)
  if (joint.isLeaf) return joint
  throw new Error('Leaves together cannot be no leaf')
}

/** Probabilities of the fine classes, in the card's order. That these are leaves is settled: not_leaf gets none. */
function poolProbabilities(
  leaves: LeafDetection[],
  { classes }: DetectionParams,
  { independence, floor }: PlantPoolingParams,
): number[] {
  const weight = leaves.length ** (independence - 1)
  const scores = classes.map(({ productClass }, i) => {
    if (productClass === 'not_leaf') return Number.NEGATIVE_INFINITY
    // Sorted, so that the order of the photos does not change the last digits of the sum.
    const logProbabilities = leaves
      .map(({ fineProbabilities: fine }) => Math.log(Math.max(fine[i] ?? 0, floor)))
      .sort((a, b) => a - b)
    return weight * logProbabilities.reduce((sum, log) => sum + log, 0)
  })
  const maxScore = Math.max(...scores)
  const exponentials = scores.map(score => Math.exp(score - maxScore))
  const sum = exponentials.reduce((total, exponential) => total + exponential, 0)
  return exponentials.map(exponential => exponential / sum)
}

/**
 * Which leaf stands for the plant: of those that alone gave the joint answer, the one most sure of it; of none such, the
 * one least against it.
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

/** What photos of one plant say together. `leading` is the photo that stands for the plant. */
export type PlantAnswer<Leaf> = {
  finding: Finding
  leading: Leaf
  /** A map of another class than the plant is said to have would show the wrong spots. */
  showsHeatmap: boolean
}

/**
 * Joins what single photos of one plant showed. Photos of no leaf are left out, and a diagnosis given twice, as that of the
 * same bytes, counts once.
 * @returns null when none shows a leaf
 */
export function combinePlantPhotos<Leaf extends LeafWithArea>(
  diagnoses: readonly (Leaf | NotALeaf)[],
  card: DetectionParams,
): PlantAnswer<Leaf> | null {
  const leaves = [...new Set(diagnoses)].filter((diagnosis): diagnosis is Leaf => diagnosis.isLeaf)
  if (leaves.length === 0) return null
  const joint = detectPlant(leaves, card)
  const leading = selectLeadingLeaf(leaves, joint)
  if (leading === undefined) throw new Error('A plant of leaves has a leading leaf')
  const finding = { ...toFinding(joint), affectedArea: meanAffectedArea(leaves, joint) }
  return { finding, leading, showsHeatmap: leading.rustClass === joint.rustClass }
}

const toFinding = ({ rustClass, confidence, probabilities, verdict, disease, crop }: LeafDetection) => ({
  rustClass,
  confidence,
  probabilities,
  verdict,
  disease,
  crop,
})

/** Over the leaves that show what the plant is said to have; null for a healthy plant and where no area is known. */
function meanAffectedArea(leaves: LeafWithArea[], { rustClass }: LeafDetection): number | null {
  const areas = leaves
    .filter(leaf => leaf.rustClass === rustClass)
    .flatMap(({ affectedArea }) => (affectedArea === null ? [] : [affectedArea]))
  return areas.length === 0 ? null : areas.reduce((sum, area) => sum + area, 0) / areas.length
}
