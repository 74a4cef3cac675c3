import { evidenceNames } from './evidence.ts'
import { type EvidenceWeights, generalParts, type PartWeights } from './part-weights.ts'
import type { QualityThresholds } from './quality.ts'

/** What a model's card.json says about it: everything the inference needs besides the weights themselves. */
export type Card = {
  version: string
  created: string
  commit: string
  architecture: string
  /** Side S of the square input, in pixels. */
  inputSize: number
  /** Of R, G, B after division by 255. */
  mean: Triple
  std: Triple
  embeddingSize: number
  featureSize: { height: number; width: number }
  /** In the order of the head's rows. */
  classes: FineClass[]
  /** Embeddings are averaged over these; the heat map is drawn from the first. */
  views: [View, ...View[]]
  temperature: number
  thresholds: Thresholds
  /** From what a photo is told to be too small, dark, bright or blurred. */
  quality: QualityThresholds
  /** How the evidence of a place is weighed: whether it is leaf, and whether it is affected. */
  parts: PartWeights
  multiplyAdds: number
  bytes: number
  /** Figures, training data and sources as the training wrote them: shown, never computed with. */
  measured: unknown
  studies: unknown
  /** What `quality` costs and catches. */
  qualityMeasured: unknown
  trainedOn: unknown
  sources: unknown
}

export type Triple = [number, number, number]

/** A centre square of `scale` times the short side, mirrored left to right when `flip`. */
export type View = { scale: number; flip: boolean }

/** All are probabilities; heat is that of a place on the leaf from which on it counts as affected. */
export type Thresholds = { confident: number; leaf: number; heat: number }

export const healthClasses = ['common_rust', 'healthy', 'other_disease'] as const
export type HealthClass = (typeof healthClasses)[number]

export const productClasses = [...healthClasses, 'not_leaf', 'unlabelled'] as const
export type ProductClass = (typeof productClasses)[number]

export type FineClass = { name: string; crop: string | null; disease: string | null; productClass: ProductClass }

/**
 * Reads the parsed JSON of a card.json.
 * @throws Error whose message names every field that is missing or wrong, at once.
 */
export function parseCard(json: unknown): Card {
  const problems: string[] = []
  const root = fieldsOf(json, 'card', problems)
  const thresholds = fieldsOf(root.raw('thresholds'), 'thresholds', problems)
  const quality = fieldsOf(thresholds.raw('quality'), 'thresholds.quality', problems)
  const featureSize = readArray(root.raw('feature_size'), 2, 'feature_size', problems)
  const card: Card = {
    version: root.text('version'),
    created: root.text('created'),
    commit: root.text('commit'),
    architecture: root.text('architecture'),
    inputSize: root.count('input_size'),
    mean: readTriple(root.raw('mean'), 'mean', () => true, problems),
    std: readTriple(root.raw('std'), 'std', value => value > 0, problems),
    embeddingSize: root.count('embedding_size'),
    featureSize: {
      height: readCount(featureSize[0], 'feature_size[0]', problems),
      width: readCount(featureSize[1], 'feature_size[1]', problems),
    },
    classes: readList(root.raw('classes'), 'classes', problems).map((entry, i) => readClass(entry, i, problems)),
    views: readViews(root.raw('views'), problems),
    temperature: root.number('temperature', value => value > 0, 'a number above 0'),
    thresholds: {
      confident: thresholds.share('confident'),
      leaf: thresholds.share('leaf'),
      heat: thresholds.share('heat'),
    },
    quality: {
      shortSide: quality.count('short_side'),
      light: quality.number('light', value => value >= 0 && value <= 255, 'a number from 0 to 255'),
      burnt: quality.share('burnt'),
      sharpness: quality.number('sharpness', value => value >= 0, 'a number of 0 or more'),
    },
    parts: readParts(root.raw('parts'), problems),
    multiplyAdds: root.count('multiply_adds'),
    bytes: root.count('bytes'),
    measured: root.raw('measured'),
    studies: root.raw('studies'),
    qualityMeasured: root.raw('quality'),
    trainedOn: root.raw('trained_on'),
    sources: root.raw('sources'),
  }
  for (const wanted of healthClasses) {
    if (!card.classes.some(fine => fine.productClass === wanted)) problems.push(`no class of product class ${wanted}`)
  }
  if (problems.length > 0) throw new Error(`This model card cannot be used: ${problems.join('; ')}`)
  return card
}

function fieldsOf(json: unknown, place: string, problems: string[]) {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  if (!isObject) problems.push(`${place} must be an object`)
  const entries = new Map<string, unknown>(isObject ? Object.entries(json) : [])
  const raw = (name: string) => entries.get(name)
  const number = (name: string, fits: (value: number) => boolean, wanted: string) =>
    readNumber(raw(name), fits, wanted, place === 'card' ? name : `${place}.${name}`, problems)
  return {
    raw,
    number,
    text(name: string): string {
      const value = raw(name)
      if (typeof value === 'string' && value !== '') return value
      problems.push(`${name} must be a text`)
      return ''
    },
    count: (name: string) => number(name, isCount, 'a whole number above 0'),
    share: (name: string) => number(name, value => value >= 0 && value <= 1, 'a number from 0 to 1'),
  }
}

const isCount = (value: number) => Number.isSafeInteger(value) && value > 0

function readNumber(
  value: unknown,
  fits: (value: number) => boolean,
  wanted: string,
  name: string,
  problems: string[],
): number {
  if (typeof value === 'number' && Number.isFinite(value) && fits(value)) return value
  problems.push(`${name} must be ${wanted}`)
  return Number.NaN
}

const readCount = (value: unknown, name: string, problems: string[]) =>
  readNumber(value, isCount, 'a whole number above 0', name, problems)

function readArray(value: unknown, length: number, name: string, problems: string[]): unknown[] {
  if (Array.isArray(value) && value.length === length) return value
  problems.push(`${name} must be an array of ${length}`)
  return []
}

function readList(value: unknown, name: string, problems: string[]): unknown[] {
  if (Array.isArray(value) && value.length > 0) return value
  problems.push(`${name} must be an array with at least one entry`)
  return []
}

function readTriple(value: unknown, name: string, fits: (value: number) => boolean, problems: string[]): Triple {
  const [red, green, blue] = readArray(value, 3, name, problems)
  const read = (entry: unknown, i: number) => readNumber(entry, fits, 'a usable number', `${name}[${i}]`, problems)
  return [read(red, 0), read(green, 1), read(blue, 2)]
}

function readClass(json: unknown, index: number, problems: string[]): FineClass {
  const place = `classes[${index}]`
  const fields = fieldsOf(json, place, problems)
  const productClass = productClasses.find(name => name === fields.raw('product_class'))
  if (productClass === undefined) problems.push(`${place}.product_class must be one of ${productClasses.join(', ')}`)
  const optionalText = (name: string): string | null => {
    const value = fields.raw(name)
    return typeof value === 'string' && value !== '' ? value : null
  }
  const name = optionalText('name')
  if (name === null) problems.push(`${place}.name must be a text`)
  return {
    name: name ?? '',
    crop: optionalText('crop'),
    disease: optionalText('disease'),
    productClass: productClass ?? 'unlabelled',
  }
}

/** A model that was never checked against drawn leaves has no weights of its own. */
function readParts(value: unknown, problems: string[]): PartWeights {
  if (value === undefined) return generalParts
  const parts = fieldsOf(value, 'parts', problems)
  const read = (name: 'leaf' | 'affected'): EvidenceWeights => {
    const fields = fieldsOf(parts.raw(name), `parts.${name}`, problems)
    const weight = (of: string) => fields.number(of, () => true, 'a number')
    const weights: EvidenceWeights = { ...generalParts[name], constant: weight('constant') }
    for (const of of evidenceNames) weights[of] = weight(of)
    return weights
  }
  return { leaf: read('leaf'), affected: read('affected') }
}

function readViews(value: unknown, problems: string[]): [View, ...View[]] {
  const [first, ...others] = readList(value, 'views', problems).map((entry, i): View => {
    const fields = fieldsOf(entry, `views[${i}]`, problems)
    const flip = fields.raw('flip')
    if (typeof flip !== 'boolean') problems.push(`views[${i}].flip must be true or false`)
    return { scale: fields.number('scale', scale => scale > 0, 'a number above 0'), flip: flip === true }
  })
  return [first ?? { scale: 1, flip: false }, ...others]
}
