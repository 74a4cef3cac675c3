import { describe, expect, test } from 'vitest'
import type { FineClass, ProductClass } from '../src/card.ts'
import { detect, type LeafDetection } from '../src/detect.ts'
import { answerPlant, detectPlant, leadingLeaf } from '../src/plant.ts'

const fineClass = (productClass: ProductClass, crop: string, disease: string): FineClass => ({
  name: `${crop}__${disease}`,
  crop,
  disease,
  productClass,
})
const classes = [
  fineClass('common_rust', 'maize', 'common_rust'),
  fineClass('healthy', 'maize', 'healthy'),
  fineClass('other_disease', 'maize', 'gray_leaf_spot'),
  fineClass('not_leaf', 'other', 'not_leaf'),
  fineClass('unlabelled', 'weed', 'lantana'),
]
const card = { classes, thresholds: { confident: 0.8, leaf: 0.5, heat: 0.5 } }

function leaf(...fine: number[]): LeafDetection {
  const detection = detect(fine, card)
  if (!detection.isLeaf) throw new Error('no leaf')
  return detection
}

const rather = leaf(0.7, 0.2, 0.1, 0, 0)
const doubtful = leaf(0.45, 0.5, 0.05, 0, 0)

describe('the joint answer of a plant', () => {
  test('is the mean of the log-probabilities where photos are no witnesses of their own', () => {
    const joint = detectPlant([rather, doubtful], card, { independence: 0, floor: 1e-9 })
    const rust = Math.sqrt(0.7 * 0.45)
    const healthy = Math.sqrt(0.2 * 0.5)
    const other = Math.sqrt(0.1 * 0.05)
    expect(joint.probabilities.common_rust).toBeCloseTo(rust / (rust + healthy + other), 6)
    expect(joint.rustClass).toBe('common_rust')
  })

  test('is the product of the probabilities where they are', () => {
    const joint = detectPlant([rather, doubtful], card, { independence: 1, floor: 1e-9 })
    expect(joint.probabilities.common_rust).toBeCloseTo(0.315 / (0.315 + 0.1 + 0.005), 6)
  })

  test('is surer than any of its leaves when all of them say the same, and confident by the same threshold', () => {
    expect(rather.verdict).toBe('uncertain')
    const joint = detectPlant([rather, rather, rather, rather], card)
    expect(joint.confidence).toBeGreaterThan(rather.confidence)
    expect(joint).toMatchObject({ verdict: 'confident', disease: 'common_rust', crop: 'maize' })
    const weights = [0.7, 0.2, 0.1].map(value => value ** 2)
    const sum = weights.reduce((total, weight) => total + weight, 0)
    expect(detectPlant([rather, rather], card, { independence: 1, floor: 1e-9 }).confidence).toBeCloseTo(0.49 / sum, 6)
  })

  test('is less sure than its leaves when they contradict each other', () => {
    const joint = detectPlant([leaf(0.95, 0.03, 0.02, 0, 0), leaf(0.03, 0.95, 0.02, 0, 0)], card)
    expect(joint.confidence).toBeLessThan(0.6)
    expect(joint.verdict).toBe('uncertain')
  })

  test('does not let one leaf that is wholly misread outvote three others', () => {
    const sure = leaf(0.98, 0.01, 0.01, 0, 0)
    const misread = leaf(1e-12, 1 - 1e-12, 0, 0, 0)
    expect(detectPlant([sure, sure, sure, misread], card).rustClass).toBe('common_rust')
  })

  test('does not hang on the order of the photos, to the last digit', () => {
    const leaves = [rather, doubtful, leaf(0.31, 0.33, 0.3, 0.04, 0.02), leaf(0.2, 0.2, 0.6, 0, 0)]
    expect(detectPlant([...leaves].reverse(), card)).toEqual(detectPlant(leaves, card))
  })

  test('of one leaf is its own answer', () => {
    expect(detectPlant([doubtful], card)).toBe(doubtful)
    expect(() => detectPlant([], card)).toThrow('A plant needs a leaf')
  })

  test('has no doubt left that it is a leaf, and stays unsure about a plant the model knows only by sight', () => {
    const weed = leaf(0.1, 0.1, 0.05, 0.25, 0.5)
    const joint = detectPlant([weed, weed], card)
    expect(joint.leafProbability).toBe(1)
    expect(joint.verdict).toBe('uncertain')
    expect(Object.values(joint.product).reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 9)
  })
})

describe('the leaf that stands for the plant', () => {
  test('is the one most sure of the joint answer, among those that gave it', () => {
    const surest = leaf(0.9, 0.05, 0.05, 0, 0)
    const leaves = [doubtful, rather, surest]
    expect(leadingLeaf(leaves, detectPlant(leaves, card))).toBe(surest)
  })

  test('is the one least against it when none gave it', () => {
    const healthy = leaf(0.4, 0.6, 0, 0, 0)
    const other = leaf(0.35, 0, 0.65, 0, 0)
    const joint = detectPlant([healthy, other], card)
    expect(joint.rustClass).toBe('common_rust')
    expect(leadingLeaf([other, healthy], joint)).toBe(healthy)
  })

  test('is none of a plant without leaves', () => {
    expect(leadingLeaf([], rather)).toBeUndefined()
  })
})

describe('the answer to photos of a plant', () => {
  const withArea = (detection: LeafDetection, affectedArea: number | null) => ({ ...detection, affectedArea })
  const rusty = withArea(leaf(0.9, 0.05, 0.05, 0, 0), 0.3)
  const rustier = withArea(leaf(0.95, 0.03, 0.02, 0, 0), 0.5)
  const healthy = withArea(leaf(0.3, 0.6, 0.1, 0, 0), null)
  const noLeaf = detect([0.05, 0.05, 0, 0.9, 0], card)
  if (noLeaf.isLeaf) throw new Error('a leaf')

  test('joins the leaves, leaves out what is none, and takes the affected area of those that agree', () => {
    const answer = answerPlant([rusty, noLeaf, healthy, rustier], card)
    expect(answer?.finding).toMatchObject({
      rustClass: 'common_rust',
      confidence: detectPlant([rusty, healthy, rustier], card).confidence,
      affectedArea: 0.4,
    })
    expect(answer).toMatchObject({ leading: rustier, showsHeatmap: true })
    expect(answerPlant([noLeaf, noLeaf], card)).toBeNull()
  })

  test('counts the same diagnosis once, however often it is given', () => {
    expect(answerPlant([rusty, rusty, rusty], card)?.finding.confidence).toBe(rusty.confidence)
    expect(answerPlant([rusty, { ...rusty }], card)?.finding.confidence).toBeGreaterThan(rusty.confidence)
  })

  test('shows no heat map of a leaf that alone says something else', () => {
    const other = withArea(leaf(0.35, 0, 0.65, 0, 0), 0.2)
    const answer = answerPlant([withArea(leaf(0.4, 0.6, 0, 0, 0), null), other], card)
    expect(answer?.finding).toMatchObject({ rustClass: 'common_rust', affectedArea: null })
    expect(answer?.showsHeatmap).toBe(false)
  })
})
