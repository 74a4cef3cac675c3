import { describe, expect, test } from 'vitest'
import { fineClass, simpleDecision, toScores } from '../../test/decisions.ts'
import { detect, type LeafDetection } from './detect.ts'
import { combinePlantPhotos, detectPlant, selectLeadingLeaf } from './plant.ts'

const classes = [
  fineClass('common_rust', 'maize', 'common_rust'),
  fineClass('healthy', 'maize', 'healthy'),
  fineClass('other_disease', 'maize', 'gray_leaf_spot'),
  fineClass('not_leaf', 'other', 'not_leaf'),
  fineClass('unlabelled', 'weed', 'lantana'),
]
const card = { classes, decision: simpleDecision }

function detectLeaf(...fineProbabilities: number[]): LeafDetection {
  const detection = detect(toScores(fineProbabilities, classes), card, null)
  if (!detection.isLeaf) throw new Error('no leaf')
  return detection
}

const likelyRust = detectLeaf(0.7, 0.2, 0.1, 0, 0)
const doubtful = detectLeaf(0.45, 0.5, 0.05, 0, 0)

describe('the joint answer of a plant', () => {
  test('is the geometric mean of the probabilities with independence 0', () => {
    const joint = detectPlant([likelyRust, doubtful], card, null, { independence: 0, floor: 1e-9 })
    const rust = Math.sqrt(0.7 * 0.45)
    const healthy = Math.sqrt(0.2 * 0.5)
    const other = Math.sqrt(0.1 * 0.05)
    expect(joint.probabilities.common_rust).toBeCloseTo(rust / (rust + healthy + other), 6)
    expect(joint.rustClass).toBe('common_rust')
  })

  test('is the product of the probabilities with independence 1', () => {
    const joint = detectPlant([likelyRust, doubtful], card, null, { independence: 1, floor: 1e-9 })
    expect(joint.probabilities.common_rust).toBeCloseTo(0.315 / (0.315 + 0.1 + 0.005), 6)
  })

  test('is more confident than its leaves when they agree, with the same threshold', () => {
    expect(likelyRust.verdict).toBe('uncertain')
    const joint = detectPlant([likelyRust, likelyRust, likelyRust, likelyRust], card, null)
    expect(joint.confidence).toBeGreaterThan(likelyRust.confidence)
    expect(joint).toMatchObject({ verdict: 'confident', disease: 'common_rust', crop: 'maize' })
    const weights = [0.7, 0.2, 0.1].map(value => value ** 2)
    const sum = weights.reduce((total, weight) => total + weight, 0)
    expect(detectPlant([likelyRust, likelyRust], card, null, { independence: 1, floor: 1e-9 }).confidence).toBeCloseTo(
      0.49 / sum,
      6,
    )
  })

  test('is less confident than its leaves when they disagree', () => {
    const joint = detectPlant([detectLeaf(0.95, 0.03, 0.02, 0, 0), detectLeaf(0.03, 0.95, 0.02, 0, 0)], card, null)
    expect(joint.confidence).toBeLessThan(0.6)
    expect(joint.verdict).toBe('uncertain')
  })

  test('is not outvoted by one misread leaf', () => {
    const confidentRust = detectLeaf(0.98, 0.01, 0.01, 0, 0)
    const misread = detectLeaf(1e-12, 1 - 1e-12, 0, 0, 0)
    expect(detectPlant([confidentRust, confidentRust, confidentRust, misread], card, null).rustClass).toBe(
      'common_rust',
    )
  })

  test('does not depend on the order of the photos, to the last digit', () => {
    const leaves = [likelyRust, doubtful, detectLeaf(0.31, 0.33, 0.3, 0.04, 0.02), detectLeaf(0.2, 0.2, 0.6, 0, 0)]
    expect(detectPlant([...leaves].reverse(), card, null)).toEqual(detectPlant(leaves, card, null))
  })

  test('is as doubtful as the mean of the doubting views, however many leaves there are', () => {
    const decision = { ...simpleDecision, reliability: { bias: 0, confidence: 0, viewAgreement: 1 } }
    const leaf = {
      ...likelyRust,
      viewProbabilities: [
        [0.9, 0.1, 0, 0, 0],
        [0.5, 0.5, 0, 0, 0],
      ],
    }
    const other = {
      ...likelyRust,
      viewProbabilities: [
        [0.9, 0.1, 0, 0, 0],
        [0.7, 0.3, 0, 0, 0],
      ],
    }
    expect(detectPlant([leaf, other, leaf, other], { classes, decision }, null).reliability).toBeCloseTo(0.6, 6)
  })

  test('of one leaf is the leaf’s own answer', () => {
    expect(detectPlant([doubtful], card, null)).toEqual(doubtful)
    expect(() => detectPlant([], card, null)).toThrow('A plant needs at least one leaf')
  })

  test('is always a leaf and stays uncertain about plants without health labels', () => {
    const weed = detectLeaf(0.1, 0.1, 0.05, 0.25, 0.5)
    const joint = detectPlant([weed, weed], card, null)
    expect(joint.leafProbability).toBe(1)
    expect(joint.verdict).toBe('uncertain')
    expect(Object.values(joint.productProbabilities).reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 9)
  })
})

describe('the leading leaf of a plant', () => {
  test('is the most confident one with the joint class', () => {
    const surest = detectLeaf(0.9, 0.05, 0.05, 0, 0)
    const leaves = [doubtful, likelyRust, surest]
    expect(selectLeadingLeaf(leaves, detectPlant(leaves, card, null))).toBe(surest)
  })

  test('is the one with the highest probability of the joint class when none has it', () => {
    const healthy = detectLeaf(0.4, 0.6, 0, 0, 0)
    const other = detectLeaf(0.35, 0, 0.65, 0, 0)
    const joint = detectPlant([healthy, other], card, null)
    expect(joint.rustClass).toBe('common_rust')
    expect(selectLeadingLeaf([other, healthy], joint)).toBe(healthy)
  })

  test('is undefined without leaves', () => {
    expect(selectLeadingLeaf([], likelyRust)).toBeUndefined()
  })
})

describe('the answer for a plant', () => {
  const withArea = (detection: LeafDetection, affectedArea: number | null) => ({ ...detection, affectedArea })
  const rusty = withArea(detectLeaf(0.9, 0.05, 0.05, 0, 0), 0.3)
  const rustier = withArea(detectLeaf(0.95, 0.03, 0.02, 0, 0), 0.5)
  const healthy = withArea(detectLeaf(0.3, 0.6, 0.1, 0, 0), null)
  const noLeaf = detect(toScores([0.05, 0.05, 0, 0.9, 0], classes), card, null)
  if (noLeaf.isLeaf) throw new Error('a leaf')

  test('combines the leaves, ignores non-leaves and averages the affected area of the leaves that agree', () => {
    const answer = combinePlantPhotos([rusty, noLeaf, healthy, rustier], card, null)
    expect(answer?.finding).toMatchObject({
      rustClass: 'common_rust',
      confidence: detectPlant([rusty, healthy, rustier], card, null).confidence,
      affectedArea: 0.4,
    })
    expect(answer).toMatchObject({ leading: rustier, showsHeatmap: true })
    expect(combinePlantPhotos([noLeaf, noLeaf], card, null)).toBeNull()
  })

  test('counts repeated diagnoses of the same photo once', () => {
    expect(combinePlantPhotos([rusty, rusty, rusty], card, null)?.finding.confidence).toBe(rusty.confidence)
    expect(combinePlantPhotos([rusty, { ...rusty }], card, null)?.finding.confidence).toBeGreaterThan(rusty.confidence)
  })

  test('has no heat map when the leading leaf has another class', () => {
    const other = withArea(detectLeaf(0.35, 0, 0.65, 0, 0), 0.2)
    const answer = combinePlantPhotos([withArea(detectLeaf(0.4, 0.6, 0, 0, 0), null), other], card, null)
    expect(answer?.finding).toMatchObject({ rustClass: 'common_rust', affectedArea: null })
    expect(answer?.showsHeatmap).toBe(false)
  })
})
