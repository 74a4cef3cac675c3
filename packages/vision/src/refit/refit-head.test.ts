// @slow
import { describe, expect, test, vi } from 'vitest'
import { loadShippedModel } from '../../test/shipped-model.ts'
import { classifyEmbedding } from '../inference/detect.ts'
import { type Head, parseHead, serializeHead } from '../inference/head.ts'
import { evaluatePromotion } from './promotion-gate.ts'
import { getTargetClasses, lambdas, refitHead, type TrainingImage } from './refit-head.ts'

// Long timeouts: inference is slow on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

const { card, head, base, images } = await loadShippedModel()
const shipped = { card, head }
const names = (indices: number[]) => indices.map(i => card.classes[i]?.name)

/**
 * Synthetic embeddings of an unknown disease, as far from the known classes as two crops are from each other. Halfway to some
 * other rice photos, learning it would change answers about known field photos, and the refit holds back.
 */
const halfway = images.filter(({ label, crop }) => label === 'other_disease' && crop === 'rice')[4]
const unknown = images
  .filter(({ label, crop }) => label === 'healthy' && crop === 'beans')
  .map((image): TrainingImage => {
    const embedding = image.embedding.map((value, i) => value / 2 + (halfway?.embedding[i] ?? 0))
    return { ...image, embedding, label: 'common_rust', crop: 'beans' }
  })

const countCorrect = (testImages: TrainingImage[], testedHead: Head) =>
  testImages.filter(({ embedding, label }) => {
    const detection = classifyEmbedding(embedding, testedHead, card)
    return detection.isLeaf && detection.rustClass === label
  }).length

describe('a refit of the shipped head', () => {
  const trainingImages = unknown.slice(0, 30)
  const testImages = unknown.slice(30)
  const result = refitHead(base, shipped, trainingImages)

  test('learns a new disease from experts’ images, generalizes to unseen photos and causes no regression', () => {
    expect(countCorrect(testImages, head)).toBeLessThan(testImages.length / 2)
    expect(countCorrect(testImages, result.head)).toBeGreaterThan(testImages.length * 0.75)
    expect(countCorrect(trainingImages, result.head)).toBeGreaterThan(trainingImages.length * 0.9)
    expect(lambdas).toContain(result.lambda)
    expect(evaluatePromotion(base, card, head, result.head, testImages, head).reasons).toEqual([])
  })

  test('is the same bit for bit in any order of the images', () => {
    const again = refitHead(base, shipped, [...trainingImages].reverse())
    expect(Buffer.compare(serializeHead(result.head), serializeHead(again.head))).toBe(0)
  })

  test('to no images is the shipped head', () => {
    const unchanged = refitHead(base, shipped, [])
    expect(Buffer.compare(serializeHead(unchanged.head), serializeHead(head))).toBe(0)
  })

  test('survives serialization to head.bin', () => {
    const parsed = parseHead(serializeHead(result.head), card.classes.length, card.embeddingSize)
    expect(parsed).toEqual(result.head)
  })

  test('rejects invalid images and statistics', () => {
    const [first] = images
    if (first === undefined) throw new Error('no images')
    expect(() => refitHead(base, shipped, [first, first])).toThrow('given twice')
    expect(() => refitHead(base, shipped, [{ ...first, embedding: new Float32Array(3) }])).toThrow(
      'no embedding of 384',
    )
    const broken = first.embedding.map(() => Number.NaN)
    expect(() => refitHead(base, shipped, [{ ...first, embedding: broken }])).toThrow('no embedding')
    expect(() => refitHead({ ...base, model: 'another' }, shipped, [first])).toThrow('of another given for')
  })
})

describe('the target classes of a label', () => {
  test('are the fine classes of its crop and product class', () => {
    expect(names(getTargetClasses({ label: 'common_rust', crop: 'beans' }, card.classes))).toEqual(['beans__rust'])
    expect(names(getTargetClasses({ label: 'common_rust', crop: 'wheat' }, card.classes))).toEqual([
      'wheat__leaf_rust',
      'wheat__stem_rust',
      'wheat__stripe_rust',
    ])
  })

  test('are those of all crops when the crop is unknown or has no such class', () => {
    const any = getTargetClasses({ label: 'other_disease', crop: null }, card.classes)
    expect(any.length).toBeGreaterThan(10)
    expect(getTargetClasses({ label: 'other_disease', crop: 'barley' }, card.classes)).toEqual(any)
    const anyRust = getTargetClasses({ label: 'common_rust', crop: null }, card.classes)
    expect(getTargetClasses({ label: 'common_rust', crop: 'rice' }, card.classes)).toEqual(anyRust)
  })
})
