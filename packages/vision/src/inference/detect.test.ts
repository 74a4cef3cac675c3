import { describe, expect, test } from 'vitest'
import { fineClass, simpleDecision, toScores } from '../../test/decisions.ts'
import { computeReliability } from './band.ts'
import type { StatedCrop } from './crop.ts'
import type { DecisionParams } from './decision-params.ts'
import { detect, type LeafDetection } from './detect.ts'
import type { Scores } from './scores.ts'

const classes = [
  fineClass('common_rust', 'maize', 'common_rust'),
  fineClass('common_rust', 'beans', 'rust'),
  fineClass('healthy', 'maize', 'healthy'),
  fineClass('other_disease', 'maize', 'gray_leaf_spot'),
  fineClass('other_disease', 'rice', 'blast'),
  fineClass('not_leaf', 'other', 'not_leaf'),
  fineClass('unlabelled', 'weed', 'lantana'),
]
const card = { classes, decision: simpleDecision }

type Options = { statedCrop?: StatedCrop; decision?: Partial<DecisionParams>; scores?: Partial<Scores> }

function detectLeaf(fineProbabilities: number[], { statedCrop = null, decision, scores }: Options = {}): LeafDetection {
  const params = { classes, decision: { ...simpleDecision, ...decision } }
  const detection = detect({ ...toScores(fineProbabilities, classes), ...scores }, params, statedCrop)
  if (!detection.isLeaf) throw new Error('no leaf')
  return detection
}

describe('the answer', () => {
  test('names the rust, its crop and its confidence', () => {
    const detection = detectLeaf([0.9, 0.02, 0.04, 0.02, 0.02, 0, 0])
    expect(detection).toMatchObject({
      rustClass: 'common_rust',
      verdict: 'confident',
      disease: 'common_rust',
      crop: 'maize',
    })
    expect(detection.confidence).toBeCloseTo(0.92, 10)
    expect(detection.probabilities.healthy).toBeCloseTo(0.04, 10)
  })

  test('includes all probabilities, for leaves and non-leaves', () => {
    const leaf = detectLeaf([0.25, 0.25, 0.125, 0, 0.125, 0, 0.25])
    expect(leaf.productProbabilities).toEqual({
      common_rust: 0.5,
      healthy: 0.125,
      other_disease: 0.125,
      not_leaf: 0,
      unlabelled: 0.25,
    })
    const fineProbabilities = [0, 0, 0.25, 0, 0, 0.75, 0]
    const none = detect(toScores(fineProbabilities, classes), card, null)
    expect(none.isLeaf).toBe(false)
    expect(none.productProbabilities).toMatchObject({ healthy: 0.25, not_leaf: 0.75, unlabelled: 0 })
    expect(none.fineProbabilities).toEqual(fineProbabilities)
  })

  test('normalizes the health classes, so that doubt about the leaf is no doubt about its health', () => {
    const { probabilities, confidence } = detectLeaf([0.54, 0, 0.06, 0, 0, 0.4, 0])
    expect(probabilities.common_rust + probabilities.healthy + probabilities.other_disease).toBeCloseTo(1, 10)
    expect(confidence).toBeCloseTo(0.9, 10)
  })

  test('is less confident about plants without health labels', () => {
    const detection = detectLeaf([0.45, 0, 0.05, 0, 0, 0.1, 0.4])
    expect(detection.probabilities.common_rust).toBeCloseTo(0.9, 10)
    expect(detection.confidence).toBeCloseTo(0.5, 10)
    expect(detection.verdict).toBe('uncertain')
  })

  test('names no disease when none has half of the class’s probability', () => {
    const moreClasses = [...classes, fineClass('other_disease', 'wheat', 'septoria')]
    const scores = toScores([0, 0, 0.1, 0.3, 0.3, 0, 0, 0.3], moreClasses)
    const detection = detect(scores, { ...card, classes: moreClasses }, null)
    expect(detection).toMatchObject({ rustClass: 'other_disease', disease: null, crop: null })
  })

  test('names a disease with exactly half of the class’s probability', () => {
    expect(detectLeaf([0, 0, 0, 0.5, 0.5, 0, 0])).toMatchObject({ disease: 'gray_leaf_spot', crop: 'maize' })
  })

  test('names the crop of a healthy leaf but no disease', () => {
    expect(detectLeaf([0, 0, 1, 0, 0, 0, 0])).toMatchObject({ rustClass: 'healthy', disease: null, crop: 'maize' })
  })

  test('has confidence 0 when no health class has any probability', () => {
    const detection = detectLeaf([0, 0, 0, 0, 0, 0, 1])
    expect(detection).toMatchObject({ confidence: 0, verdict: 'uncertain', disease: null })
  })
})

describe('the leaf check', () => {
  test('accepts a leaf from its threshold on, whatever the disease classes say', () => {
    const scores = toScores([0.2, 0, 0, 0, 0, 0.8, 0], classes)
    expect(detect({ ...scores, leafProbability: 0.5 }, card, null).isLeaf).toBe(true)
    expect(detect({ ...scores, leafProbability: 0.499 }, card, null).isLeaf).toBe(false)
  })

  test('does not depend on the stated crop', () => {
    const wall = { ...toScores([0.9, 0.1, 0, 0, 0, 0, 0], classes), leafProbability: 0.1 }
    for (const statedCrop of ['maize', 'other', null] as const)
      expect(detect(wall, card, statedCrop).isLeaf).toBe(false)
  })
})

describe('the stated crop', () => {
  test('is a prior: it moves the answer to its own classes', () => {
    const unsure = [0, 0.6, 0, 0.3, 0, 0, 0.1]
    expect(detectLeaf(unsure)).toMatchObject({ rustClass: 'common_rust', crop: 'beans', disease: 'rust' })
    const maize = detectLeaf(unsure, { statedCrop: 'maize' })
    expect(maize).toMatchObject({ rustClass: 'other_disease', crop: 'maize', disease: 'gray_leaf_spot' })
    expect(maize.probabilities.other_disease).toBeCloseTo(0.3 / (0.3 + 0.02 * 0.6), 10)
    expect(maize.confidence).toBeCloseTo(0.3 / (0.3 + 0.02 * 0.7), 10)
  })

  test('is the crop of the answer even when the network sees another one, without a disease of that crop', () => {
    const detection = detectLeaf([0.999, 0, 0, 0, 0.001, 0, 0], { statedCrop: 'rice' })
    expect(detection).toMatchObject({ rustClass: 'common_rust', crop: 'rice', disease: null })
  })

  test('leaves the network’s own estimate of the crop as it is', () => {
    const probabilities = [0.3, 0.1, 0.3, 0, 0, 0.1, 0.2]
    const { cropEstimate } = detectLeaf(probabilities)
    expect(cropEstimate).toEqual({ crop: 'maize', probability: expect.closeTo(0.6 / 0.9, 10) })
    expect(detectLeaf(probabilities, { statedCrop: 'beans' }).cropEstimate).toEqual(cropEstimate)
  })

  test('has an estimate of another crop, and none when no crop has half of the probability', () => {
    expect(detectLeaf([0, 0.2, 0, 0, 0.2, 0, 0.6]).cropEstimate?.crop).toBe('other')
    expect(detectLeaf([0.3, 0.3, 0, 0, 0.3, 0, 0.1]).cropEstimate).toBeNull()
  })

  test('does not count not_leaf, because the farmer says what it is', () => {
    const detection = detectLeaf([0.2, 0, 0, 0, 0, 0.8, 0], { statedCrop: 'maize', scores: { leafProbability: 0.9 } })
    expect(detection.productProbabilities).toMatchObject({ common_rust: 1, not_leaf: 0 })
  })
})

describe('the band', () => {
  const rust = (confidence: number) => [confidence, 0, 1 - confidence, 0, 0, 0, 0]

  test('follows the reliability, and only the confident one is a confident verdict', () => {
    const verdicts = [0.81, 0.79, 0.61, 0.59].map(value => {
      const { band, verdict } = detectLeaf(rust(value))
      return [band, verdict]
    })
    expect(verdicts).toEqual([
      ['confident', 'confident'],
      ['likely', 'uncertain'],
      ['likely', 'uncertain'],
      ['uncertain', 'uncertain'],
    ])
  })

  test('has its own thresholds when the crop is stated', () => {
    expect(detectLeaf(rust(0.75)).band).toBe('likely')
    expect(detectLeaf(rust(0.75), { statedCrop: 'maize' }).band).toBe('confident')
  })

  test('is unfamiliar for a leaf of another crop, without a disease', () => {
    const weed = [0.5, 0, 0, 0, 0, 0, 0.5]
    expect(detectLeaf(weed)).toMatchObject({ band: 'unfamiliar', disease: null, verdict: 'uncertain' })
    expect(detectLeaf(weed, { statedCrop: 'maize' }).band).toBe('unfamiliar')
    // Also where the stated crop contradicts the photo, which alone makes an answer uncertain.
    expect(detectLeaf([0.01, 0.39, 0, 0, 0, 0, 0.6], { statedCrop: 'maize' }).band).toBe('unfamiliar')
    expect(detectLeaf([0.51, 0, 0, 0, 0, 0, 0.49]).band).not.toBe('unfamiliar')
  })

  test('is unfamiliar when the farmer states another crop, however sure the network is', () => {
    const detection = detectLeaf(rust(1), { statedCrop: 'other' })
    expect(detection).toMatchObject({ band: 'unfamiliar', verdict: 'uncertain', crop: 'other', disease: null })
  })

  test('is uncertain when the network sees hardly anything of the stated crop', () => {
    const beans = [0.04, 0.96, 0, 0, 0, 0, 0]
    expect(detectLeaf(beans)).toMatchObject({ band: 'confident', crop: 'beans' })
    const contradicted = detectLeaf(beans, { statedCrop: 'maize' })
    expect(contradicted).toMatchObject({ band: 'uncertain', rustClass: 'common_rust', disease: null })
    expect(contradicted.reliability).toBeGreaterThan(0.95)
    expect(detectLeaf([0.06, 0.94, 0, 0, 0, 0, 0], { statedCrop: 'maize' }).band).toBe('confident')
  })

  test('is lower when the views disagree', () => {
    const decision = { reliability: { bias: 0, confidence: 1, viewAgreement: 1 } }
    const viewProbabilities = [rust(0.95), rust(0.05)]
    expect(detectLeaf(rust(0.85), { decision }).band).toBe('confident')
    expect(detectLeaf(rust(0.85), { decision, scores: { viewProbabilities: [rust(0.99), rust(0.1)] } }).band).toBe(
      'uncertain',
    )
    const swapped = [...viewProbabilities].reverse()
    expect(detectLeaf(rust(0.85), { decision, scores: { viewProbabilities: swapped } })).toEqual({
      ...detectLeaf(rust(0.85), { decision, scores: { viewProbabilities } }),
      viewProbabilities: swapped,
    })
  })

  test('comes from a logistic regression with clamped log-odds', () => {
    const weights = { bias: 0.5, confidence: 0.25, viewAgreement: -0.5 }
    const logit = (probability: number) => Math.log(probability / (1 - probability))
    const value = 0.5 + 0.25 * logit(0.9999) - 0.5 * logit(0.3)
    const reliability = computeReliability({ confidence: 1, viewAgreement: 0.3 }, weights)
    expect(reliability).toBeCloseTo(1 / (1 + Math.exp(-value)), 12)
  })
})
