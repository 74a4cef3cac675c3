import type { StatedCrop } from './crop.ts'
import type { DecisionParams, ReliabilityWeights } from './decision-params.ts'

/**
 * How far an answer can be trusted.
 * - confident: right at least 95 times in 100 on sources that the network did not see
 * - likely: probably right; the farmer should compare
 * - uncertain: the photo does not tell
 * - unfamiliar: the photo is unlike those that the network learned from, or the farmer says that it is another crop
 */
export type Band = 'confident' | 'likely' | 'uncertain' | 'unfamiliar'

/** Probabilities. `viewAgreement`: the lowest that a view gives the answer's class. */
export type ReliabilityInputs = { confidence: number; viewAgreement: number }

/** Probabilities closer to 0 or 1 than this count as this. */
const minProbability = 1e-4
/** With a lower share, the stated crop contradicts the network. As in ml/kutu_ml/evaluate/verdict.py, which has the figures. */
export const minStatedCropShare = 0.05

/** Estimates the probability that an answer is right: a logistic regression, fitted on sources that were left out. */
export function computeReliability(inputs: ReliabilityInputs, weights: ReliabilityWeights): number {
  return sigmoid(
    weights.bias +
      weights.confidence * clampedLogit(inputs.confidence) +
      weights.viewAgreement * clampedLogit(inputs.viewAgreement),
  )
}

/**
 * Returns the band of an answer.
 * @param otherCrops probability of leaves of unsupported crops, before the crop prior
 * @param statedCropShare share of the stated crop in the leaf classes, before the prior; 1 without a supported one
 */
export function selectBand(
  reliability: number,
  otherCrops: number,
  statedCropShare: number,
  { bands, unfamiliar }: Pick<DecisionParams, 'bands' | 'unfamiliar'>,
  statedCrop: StatedCrop,
): Band {
  if (statedCrop === 'other' || otherCrops >= unfamiliar.otherCrop) return 'unfamiliar'
  if (statedCropShare < minStatedCropShare) return 'uncertain'
  const { confident, likely } = statedCrop === null ? bands.cropUnknown : bands.cropStated
  if (reliability >= confident) return 'confident'
  return reliability >= likely ? 'likely' : 'uncertain'
}

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))

function clampedLogit(probability: number): number {
  const clamped = Math.min(Math.max(probability, minProbability), 1 - minProbability)
  return Math.log(clamped / (1 - clamped))
}
