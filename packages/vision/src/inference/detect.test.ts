import { describe, expect, test } from 'vitest'
import type { FineClass, ProductClass } from './classes.ts'
import { detect } from './detect.ts'
import { computeLogits, parseHead, softmaxWithTemperature } from './head.ts'

const fineClass = (productClass: ProductClass, crop: string | null, disease: string | null): FineClass => ({
  name: `${crop}__${disease}`,
  crop,
  disease,
  productClass,
})
const classes = [
  fineClass('common_rust', 'maize', 'common_rust'),
  fineClass('common_rust', 'beans', 'rust'),
  fineClass('healthy', 'maize', 'healthy'),
  fineClass('other_disease', 'maize', 'gray_leaf_spot'),
  fineClass('other_disease', 'rice', 'blast'),
  fineClass('not_leaf', 'other', 'not_leaf'),
  fineClass('unlabelled', 'weed', 'lantana'),
]
const params = { classes, thresholds: { confident: 0.8, leaf: 0.5, heat: 0.5 } }

function detectLeaf(fineProbabilities: number[]) {
  const detection = detect(fineProbabilities, params)
  if (!detection.isLeaf) throw new Error('no leaf')
  return detection
}

describe('the verdict', () => {
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

  test('is no leaf from the threshold on', () => {
    expect(detect([0.5, 0, 0, 0, 0, 0.5, 0], params)).toMatchObject({ isLeaf: false, leafProbability: 0.5 })
    expect(detect([0.51, 0, 0, 0, 0, 0.49, 0], params)).toMatchObject({ isLeaf: true, leafProbability: 0.51 })
  })

  test('includes all probabilities, for leaves and non-leaves', () => {
    const leaf = detect([0.25, 0.25, 0.125, 0, 0.125, 0, 0.25], params)
    expect(leaf.productProbabilities).toEqual({
      common_rust: 0.5,
      healthy: 0.125,
      other_disease: 0.125,
      not_leaf: 0,
      unlabelled: 0.25,
    })
    const fineProbabilities = [0, 0, 0.25, 0, 0, 0.75, 0]
    const none = detect(fineProbabilities, params)
    expect(none.isLeaf).toBe(false)
    expect(none.productProbabilities).toMatchObject({ healthy: 0.25, not_leaf: 0.75, unlabelled: 0 })
    expect(none.fineProbabilities).toEqual(fineProbabilities)
  })

  test('normalizes the health classes, so that doubt about the leaf is no doubt about its health', () => {
    const { probabilities, confidence } = detectLeaf([0.54, 0, 0.06, 0, 0, 0.4, 0])
    expect(probabilities.common_rust + probabilities.healthy + probabilities.other_disease).toBeCloseTo(1, 10)
    expect(confidence).toBeCloseTo(0.9, 10)
  })

  test('is uncertain about plants without health labels', () => {
    const detection = detectLeaf([0.36, 0, 0.04, 0, 0, 0, 0.6])
    expect(detection.probabilities.common_rust).toBeCloseTo(0.9, 10)
    expect(detection.confidence).toBeCloseTo(0.36, 10)
    expect(detection.verdict).toBe('uncertain')
  })

  test('names no disease when none has half of the class’s probability', () => {
    const moreClasses = [...classes, fineClass('other_disease', 'wheat', 'septoria')]
    const detection = detect([0, 0, 0.1, 0.3, 0.3, 0, 0, 0.3], { ...params, classes: moreClasses })
    expect(detection).toMatchObject({ rustClass: 'other_disease', disease: null, crop: null })
  })

  test('names a disease with exactly half of the class’s probability', () => {
    expect(detectLeaf([0, 0, 0, 0.5, 0.5, 0, 0])).toMatchObject({ disease: 'gray_leaf_spot', crop: 'maize' })
  })

  test('names the crop of a healthy leaf but no disease', () => {
    expect(detectLeaf([0, 0, 1, 0, 0, 0, 0])).toMatchObject({ rustClass: 'healthy', disease: null, crop: 'maize' })
  })

  test('has confidence 0 when no health class has any probability', () => {
    expect(detectLeaf([0, 0, 0, 0, 0, 0, 1])).toMatchObject({ confidence: 0, verdict: 'uncertain', disease: null })
  })
})

describe('the head', () => {
  const toFloat32Bytes = (...values: number[]) => {
    const view = new DataView(new ArrayBuffer(values.length * 4))
    values.forEach((value, i) => {
      view.setFloat32(i * 4, value, true)
    })
    return new Uint8Array(view.buffer)
  }

  test('computes weights times embedding plus bias', () => {
    const head = parseHead(toFloat32Bytes(1, 2, 3, 4, 0.5, -0.5), 2, 2)
    expect(computeLogits(head, [10, 1])).toEqual([12.5, 33.5])
  })

  test('is rejected when its length is wrong or a value is not a number', () => {
    expect(() => parseHead(toFloat32Bytes(1, 2, 3), 2, 2)).toThrow(
      'head.bin has 12 bytes; 2 classes of 2 values need 24',
    )
    expect(() => parseHead(toFloat32Bytes(1, 2, 3, 4, Number.NaN, 0), 2, 2)).toThrow('no number')
  })

  test('a higher temperature lowers the confidence, and large logits do not overflow', () => {
    const [cold] = softmaxWithTemperature([2, 0], 1)
    const [warm] = softmaxWithTemperature([2, 0], 2)
    expect(cold).toBeCloseTo(1 / (1 + Math.exp(-2)), 10)
    expect(warm).toBeCloseTo(1 / (1 + Math.exp(-1)), 10)
    expect(softmaxWithTemperature([5000, 0, 0], 1)).toEqual([1, 0, 0])
  })
})
