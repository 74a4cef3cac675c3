import { type Card, type FineClass, type HealthClass, healthClasses, type ProductClass } from './card.ts'

/** Probabilities of the three health classes, adding up to 1. */
export type HealthProbabilities = Record<HealthClass, number>

/** Probabilities of all five product classes, adding up to 1: what the model said before it was judged. */
export type ProductProbabilities = Record<ProductClass, number>

/** What a photo shows. */
export type Detection = NotALeaf | LeafDetection
type Evidence = {
  /** From 0 to 1: how likely the photo shows a leaf at all. */
  leafProbability: number
  product: ProductProbabilities
  /** Of the fine classes, in the card's order: what several photos of one plant are joined by. */
  fine: number[]
}
export type NotALeaf = Evidence & { isLeaf: false }
export type LeafDetection = Evidence & {
  isLeaf: true
  rustClass: HealthClass
  /** Calibrated: of answers given with 0.9, nine in ten are right. */
  confidence: number
  probabilities: HealthProbabilities
  verdict: 'confident' | 'uncertain'
  /** The fine disease and its crop; null where no one of them holds half of the class's probability. */
  disease: string | null
  crop: string | null
}

type Rule = Pick<Card, 'classes' | 'thresholds'>

/**
 * Decides from the probabilities of the fine classes, in the card's order.
 * Classes of leaves without a health label take away from the confidence, for they are leaves the model knows nothing of.
 */
export function detect(fine: number[], { classes, thresholds }: Rule): Detection {
  const product = productProbabilities(fine, classes)
  const evidence = { leafProbability: 1 - product.not_leaf, product, fine }
  if (product.not_leaf >= thresholds.leaf) return { isLeaf: false, ...evidence }

  const masses = healthClasses.map(name => ({ name, mass: product[name] }))
  const health = masses.reduce((sum, { mass }) => sum + mass, 0)
  const share = (mass: number) => (health > 0 ? mass / health : 1 / healthClasses.length)
  const best = masses.reduce((best, next) => (next.mass > best.mass ? next : best))
  const labelled = health > 0 ? health / (health + product.unlabelled) : 0
  const confidence = share(best.mass) * labelled
  const [rust, healthy, other] = masses.map(({ mass }) => share(mass))
  const named = bestFineClass(best.name, best.mass, fine, classes)
  return {
    isLeaf: true,
    ...evidence,
    rustClass: best.name,
    confidence,
    probabilities: { common_rust: rust ?? 0, healthy: healthy ?? 0, other_disease: other ?? 0 },
    verdict: confidence >= thresholds.confident ? 'confident' : 'uncertain',
    disease: best.name === 'healthy' ? null : (named?.disease ?? null),
    crop: named?.crop ?? null,
  }
}

function productProbabilities(fine: number[], classes: FineClass[]): ProductProbabilities {
  const product: ProductProbabilities = { common_rust: 0, healthy: 0, other_disease: 0, not_leaf: 0, unlabelled: 0 }
  classes.forEach(({ productClass }, i) => {
    product[productClass] += fine[i] ?? 0
  })
  return product
}

/** The likeliest fine class of a product class, or undefined when it does not hold half of its probability. */
function bestFineClass(
  productClass: HealthClass,
  mass: number,
  fine: number[],
  classes: FineClass[],
): FineClass | undefined {
  let best = -1
  classes.forEach((entry, i) => {
    if (entry.productClass === productClass && (fine[i] ?? 0) > (fine[best] ?? -1)) best = i
  })
  return (fine[best] ?? 0) >= mass / 2 && mass > 0 ? classes[best] : undefined
}
