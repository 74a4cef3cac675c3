import type { FineClass } from './classes.ts'

/** The crops whose diseases the model knows. */
export const supportedCrops = ['beans', 'maize', 'rice', 'wheat'] as const
export type SupportedCrop = (typeof supportedCrops)[number]

/** The crop that the farmer stated: `other` is one that the model does not know, null means "not sure". */
export type StatedCrop = SupportedCrop | 'other' | null

/** The network's own estimate of the crop, without the farmer's. `crop` is a supported one or `other`. */
export type CropEstimate = { crop: string; probability: number }

/** Returns the stated crop of a form field in any letter case, such as `MAIZE` or `OTHER`; null for any other text. */
export function parseStatedCrop(text: string | null | undefined): StatedCrop {
  const crop = text?.toLowerCase()
  return crop === 'other' ? crop : (supportedCrops.find(name => name === crop) ?? null)
}

export const isSupportedCrop = (crop: string | null): boolean => supportedCrops.some(name => name === crop)

/**
 * Returns the factor of each fine class for a stated crop: 1 for its own classes, `otherCropPrior` for those of other
 * crops, 0 for not_leaf, because the farmer says that it is a leaf. Without a stated crop all factors are 1.
 */
export function computeCropPrior(classes: FineClass[], statedCrop: StatedCrop, otherCropPrior: number): number[] {
  return classes.map(({ crop, productClass }) => {
    if (statedCrop === null) return 1
    if (productClass === 'not_leaf') return 0
    return crop === statedCrop ? 1 : otherCropPrior
  })
}

/**
 * Multiplies probabilities by a prior and normalizes them to a sum of 1.
 * Returns them unchanged when nothing is left, which only a probability of exactly 0 can cause.
 */
export function applyPrior(probabilities: number[], prior: number[]): number[] {
  if (prior.every(factor => factor === 1)) return probabilities
  const products = probabilities.map((probability, i) => probability * (prior[i] ?? 0))
  const sum = products.reduce((total, product) => total + product, 0)
  return sum > 0 ? products.map(product => product / sum) : probabilities
}

/** Returns the probability of leaves of crops that the model does not know. */
export function sumOtherCrops(fineProbabilities: number[], classes: FineClass[]): number {
  return classes.reduce(
    (sum, { crop, productClass }, i) =>
      productClass === 'not_leaf' || isSupportedCrop(crop) ? sum : sum + (fineProbabilities[i] ?? 0),
    0,
  )
}

/** Returns the share of a stated crop in the probability of all leaf classes; 1 when no supported crop is stated. */
export function computeStatedCropShare(fineProbabilities: number[], classes: FineClass[], stated: StatedCrop): number {
  if (!isSupportedCrop(stated)) return 1
  let own = 0
  let total = 0
  classes.forEach(({ crop, productClass }, i) => {
    if (productClass === 'not_leaf') return
    const probability = fineProbabilities[i] ?? 0
    total += probability
    if (crop === stated) own += probability
  })
  return total > 0 ? own / total : 0
}

/** Returns the crop with at least half of the probability of all leaf classes; null when there is none. */
export function estimateCrop(fineProbabilities: number[], classes: FineClass[]): CropEstimate | null {
  const sums = new Map<string, number>()
  let total = 0
  classes.forEach(({ crop, productClass }, i) => {
    if (productClass === 'not_leaf') return
    const name = crop !== null && isSupportedCrop(crop) ? crop : 'other'
    const probability = fineProbabilities[i] ?? 0
    sums.set(name, (sums.get(name) ?? 0) + probability)
    total += probability
  })
  for (const [crop, sum] of sums) if (total > 0 && sum / total >= 0.5) return { crop, probability: sum / total }
  return null
}
