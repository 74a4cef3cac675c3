import { readNumbers, readObject } from './json-reader.ts'

/**
 * The constants of the decision rule, the `decision` section of card.json. `python -m kutu_ml calibrate` chooses them on
 * photos from sources that the network did not see: docs/decisions/0027-stated-crop-and-bands.md.
 */
export type DecisionParams = {
  /** Factor of the classes of other crops when the farmer states the crop, 0 to 1. */
  otherCropPrior: number
  /** The leaf check: logistic regression on the mean embedding. `threshold`: minimum probability of a leaf, 0 to 1. */
  leaf: { weights: number[]; bias: number; threshold: number }
  /** Weights of the logistic regression that estimates how reliable an answer is. */
  reliability: ReliabilityWeights
  /** Minimum reliabilities of the bands, without and with a crop stated by the farmer. */
  bands: { cropUnknown: BandThresholds; cropStated: BandThresholds }
  /** `otherCrop`: a photo with at least this probability of unsupported crops is unfamiliar, 0 to 1. */
  unfamiliar: { otherCrop: number }
}

/** `confidence` and `viewAgreement` weigh log-odds. */
export type ReliabilityWeights = { bias: number; confidence: number; viewAgreement: number }

/** Minimum reliability of each band, 0 to 1; `likely` is at most `confident`. */
export type BandThresholds = { likely: number; confident: number }

export function readDecisionParams(json: unknown, embeddingSize: number, problems: string[]): DecisionParams {
  const decision = readObject(json, 'decision', problems)
  const leaf = readObject(decision.raw('leaf'), 'decision.leaf', problems)
  const reliability = readObject(decision.raw('reliability'), 'decision.reliability', problems)
  const bands = readObject(decision.raw('bands'), 'decision.bands', problems)
  const unfamiliar = readObject(decision.raw('unfamiliar'), 'decision.unfamiliar', problems)
  return {
    otherCropPrior: decision.fraction('other_crop_prior'),
    leaf: {
      weights: readNumbers(leaf.raw('weights'), embeddingSize, 'decision.leaf.weights', problems),
      bias: leaf.anyNumber('bias'),
      threshold: leaf.fraction('threshold'),
    },
    reliability: {
      bias: reliability.anyNumber('bias'),
      confidence: reliability.anyNumber('confidence'),
      viewAgreement: reliability.anyNumber('view_agreement'),
    },
    bands: {
      cropUnknown: readBandThresholds(bands.raw('crop_unknown'), 'decision.bands.crop_unknown', problems),
      cropStated: readBandThresholds(bands.raw('crop_stated'), 'decision.bands.crop_stated', problems),
    },
    unfamiliar: { otherCrop: unfamiliar.fraction('other_crop') },
  }
}

function readBandThresholds(json: unknown, path: string, problems: string[]): BandThresholds {
  const fields = readObject(json, path, problems)
  const thresholds = { likely: fields.fraction('likely'), confident: fields.fraction('confident') }
  if (thresholds.likely > thresholds.confident) problems.push(`${path}.likely must not be above ${path}.confident`)
  return thresholds
}
