import type { FineClass, ProductClass } from '../src/inference/classes.ts'
import type { DecisionParams } from '../src/inference/decision-params.ts'
import type { Scores } from '../src/inference/scores.ts'

export const fineClass = (productClass: ProductClass, crop: string | null, disease: string | null): FineClass => ({
  name: `${crop}__${disease}`,
  crop,
  disease,
  productClass,
})

/** A decision rule in which the reliability of an answer is its confidence. */
export const simpleDecision: DecisionParams = {
  otherCropPrior: 0.02,
  leaf: { weights: [], bias: 0, threshold: 0.5 },
  reliability: { bias: 0, confidence: 1, viewAgreement: 0 },
  bands: { cropUnknown: { likely: 0.6, confident: 0.8 }, cropStated: { likely: 0.5, confident: 0.7 } },
  unfamiliar: { otherCrop: 0.5 },
}

/** Returns the scores of a photo whose views agree, with the probability of not_leaf for the leaf check as well. */
export const toScores = (fineProbabilities: number[], classes: FineClass[]): Scores => ({
  leafProbability: classes.reduce(
    (sum, { productClass }, i) => (productClass === 'not_leaf' ? sum - (fineProbabilities[i] ?? 0) : sum),
    1,
  ),
  fineProbabilities,
  viewProbabilities: [fineProbabilities, fineProbabilities],
})
