import { type FineClass, type HealthClass, healthClasses, type ProductClass } from './classes.ts'
import type { ModelCard } from './model-card.ts'

/** Probabilities of the three health classes, with a sum of 1. */
export type HealthProbabilities = Record<HealthClass, number>

/** Probabilities of all five product classes, with a sum of 1, before any threshold. */
export type ProductProbabilities = Record<ProductClass, number>

/** The model's answer about a photo, or about all photos of a plant. */
export type Detection = NotALeaf | LeafDetection
type DetectionScores = {
  /** Probability that the photo shows a leaf, 0 to 1. */
  leafProbability: number
  productProbabilities: ProductProbabilities
  /** Probabilities of the fine classes, in the card's order. Photos of one plant are pooled by these. */
  fineProbabilities: number[]
}
export type NotALeaf = DetectionScores & { isLeaf: false }
export type LeafDetection = DetectionScores & {
  isLeaf: true
  rustClass: HealthClass
  /** Calibrated probability that the class is right: of answers with 0.9, nine in ten are correct. */
  confidence: number
  probabilities: HealthProbabilities
  verdict: 'confident' | 'uncertain'
  /** Disease and crop of the leading fine class; null when no fine class has half of the class's probability. */
  disease: string | null
  crop: string | null
}

type DetectionParams = Pick<ModelCard, 'classes' | 'thresholds'>

/**
 * Turns the probabilities of the fine classes, in the card's order, into an answer with its verdict.
 * Probability on `unlabelled` lowers the confidence: such leaves belong to plants whose diseases the model does not know.
 */
export function detect(fineProbabilities: number[], { classes, thresholds }: DetectionParams): Detection {
  const productProbabilities = sumByProductClass(fineProbabilities, classes)
  const scores = { leafProbability: 1 - productProbabilities.not_leaf, productProbabilities, fineProbabilities }
  if (productProbabilities.not_leaf >= thresholds.leaf) return { isLeaf: false, ...scores }

  const healthScores = healthClasses.map(name => ({ name, probability: productProbabilities[name] }))
  const healthTotal = healthScores.reduce((sum, { probability }) => sum + probability, 0)
  const normalize = (probability: number) => (healthTotal > 0 ? probability / healthTotal : 1 / healthClasses.length)
  const best = healthScores.reduce((best, next) => (next.probability > best.probability ? next : best))
  const labeledShare = healthTotal > 0 ? healthTotal / (healthTotal + productProbabilities.unlabelled) : 0
  const confidence = normalize(best.probability) * labeledShare
  const [rust, healthy, other] = healthScores.map(({ probability }) => normalize(probability))
  const fineClass = selectFineClass(best.name, best.probability, fineProbabilities, classes)
  return {
    isLeaf: true,
    ...scores,
    rustClass: best.name,
    confidence,
    probabilities: { common_rust: rust ?? 0, healthy: healthy ?? 0, other_disease: other ?? 0 },
    verdict: confidence >= thresholds.confident ? 'confident' : 'uncertain',
    disease: best.name === 'healthy' ? null : (fineClass?.disease ?? null),
    crop: fineClass?.crop ?? null,
  }
}

function sumByProductClass(fineProbabilities: number[], classes: FineClass[]): ProductProbabilities {
  const productProbabilities: ProductProbabilities = {
    common_rust: 0,
    healthy: 0,
    other_disease: 0,
    not_leaf: 0,
    unlabelled: 0,
  }
  classes.forEach(({ productClass }, i) => {
    productProbabilities[productClass] += fineProbabilities[i] ?? 0
  })
  return productProbabilities
}

/** Returns the most probable fine class of a product class, if it has at least half of that class's probability. */
function selectFineClass(
  productClass: HealthClass,
  probability: number,
  fineProbabilities: number[],
  classes: FineClass[],
): FineClass | undefined {
  let best = -1
  classes.forEach((entry, i) => {
    if (entry.productClass === productClass && (fineProbabilities[i] ?? 0) > (fineProbabilities[best] ?? -1)) best = i
  })
  return (fineProbabilities[best] ?? 0) >= probability / 2 && probability > 0 ? classes[best] : undefined
}
