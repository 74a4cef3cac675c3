import { cellFeatureNames, type LogisticWeights, type SegmentationWeights } from '../heatmap/cell-features.ts'
import type { QualityThresholds } from '../quality/photo-quality.ts'
import { type FineClass, healthClasses, productClasses } from './classes.ts'
import { type DecisionParams, readDecisionParams } from './decision-params.ts'
import type { InputParams, RgbTriple, View } from './input-params.ts'
import { readArray, readList, readNumbers, readObject, readPositiveInteger } from './json-reader.ts'

/** A parsed card.json: everything that the inference needs besides the weights. */
export type ModelCard = InputParams & {
  version: string
  /** ISO date. */
  created: string
  /** Git commit of the training code. */
  commit: string
  architecture: string
  embeddingSize: number
  /** Fine classes in the order of the head's rows. */
  classes: FineClass[]
  /** Temperature of the softmax, above 0. */
  temperature: number
  thresholds: Thresholds
  /** Constants of the rule that turns scores into an answer. */
  decision: DecisionParams
  /** Thresholds for the warnings about the photo itself. */
  quality: QualityThresholds
  /** Weights of the leaf and lesion segmentation. */
  parts: SegmentationWeights
  /** Multiply-adds of the network for one view. */
  multiplyAdds: number
  /** Size of model.onnx. */
  bytes: number
  /** Metrics, training data and sources as the training wrote them. They are displayed, never computed with. */
  measured: unknown
  trainedOn: unknown
  sources: unknown
}

/** Probabilities, 0 to 1. */
export type Thresholds = {
  /** A cell with at least this probability of disease counts as affected. */
  heat: number
}

/**
 * Validates the parsed JSON of a card.json.
 * @throws Error whose message names every missing or invalid field
 */
export function parseModelCard(json: unknown): ModelCard {
  const problems: string[] = []
  const root = readObject(json, 'card', problems)
  const thresholds = readObject(root.raw('thresholds'), 'thresholds', problems)
  const quality = readObject(thresholds.raw('quality'), 'thresholds.quality', problems)
  const featureSize = readArray(root.raw('feature_size'), 2, 'feature_size', problems)
  const embeddingSize = root.positiveInteger('embedding_size')
  const card: ModelCard = {
    version: root.string('version'),
    created: root.string('created'),
    commit: root.string('commit'),
    architecture: root.string('architecture'),
    inputSize: root.positiveInteger('input_size'),
    mean: readNumbers(root.raw('mean'), 3, 'mean', problems) as RgbTriple,
    std: readNumbers(root.raw('std'), 3, 'std', problems, value => value > 0) as RgbTriple,
    embeddingSize,
    featureSize: {
      height: readPositiveInteger(featureSize[0], 'feature_size[0]', problems),
      width: readPositiveInteger(featureSize[1], 'feature_size[1]', problems),
    },
    classes: readList(root.raw('classes'), 'classes', problems).map((entry, i) => readClass(entry, i, problems)),
    views: readViews(root.raw('views'), problems),
    temperature: root.number('temperature', value => value > 0, 'a number above 0'),
    thresholds: { heat: thresholds.fraction('heat') },
    decision: readDecisionParams(root.raw('decision'), embeddingSize, problems),
    quality: {
      shortSide: quality.positiveInteger('short_side'),
      light: quality.number('light', value => value >= 0 && value <= 255, 'a number from 0 to 255'),
      burnt: quality.fraction('burnt'),
      sharpness: quality.number('sharpness', value => value >= 0, 'a number of 0 or more'),
    },
    parts: readSegmentationWeights(root.raw('parts'), problems),
    multiplyAdds: root.positiveInteger('multiply_adds'),
    bytes: root.positiveInteger('bytes'),
    measured: root.raw('measured'),
    trainedOn: root.raw('trained_on'),
    sources: root.raw('sources'),
  }
  for (const required of healthClasses) {
    if (!card.classes.some(fine => fine.productClass === required))
      problems.push(`no class of product class ${required}`)
  }
  if (problems.length > 0) throw new Error(`This model card cannot be used: ${problems.join('; ')}`)
  return card
}

function readClass(json: unknown, index: number, problems: string[]): FineClass {
  const path = `classes[${index}]`
  const fields = readObject(json, path, problems)
  const productClass = productClasses.find(name => name === fields.raw('product_class'))
  if (productClass === undefined) problems.push(`${path}.product_class must be one of ${productClasses.join(', ')}`)
  const optionalString = (name: string): string | null => {
    const value = fields.raw(name)
    return typeof value === 'string' && value !== '' ? value : null
  }
  return {
    name: fields.string('name'),
    crop: optionalString('crop'),
    disease: optionalString('disease'),
    productClass: productClass ?? 'unlabelled',
  }
}

function readSegmentationWeights(value: unknown, problems: string[]): SegmentationWeights {
  const parts = readObject(value, 'parts', problems)
  const read = (name: 'leaf' | 'affected') => {
    const fields = readObject(parts.raw(name), `parts.${name}`, problems)
    const names = ['constant', ...cellFeatureNames]
    return Object.fromEntries(names.map(featureName => [featureName, fields.anyNumber(featureName)])) as LogisticWeights
  }
  return { leaf: read('leaf'), affected: read('affected') }
}

function readViews(value: unknown, problems: string[]): [View, ...View[]] {
  const [first, ...others] = readList(value, 'views', problems).map((entry, i) => {
    const fields = readObject(entry, `views[${i}]`, problems)
    return { scale: fields.number('scale', scale => scale > 0, 'a number above 0') }
  })
  return [first ?? { scale: 1 }, ...others]
}
