import { describe, expect, test, vi } from 'vitest'
import { loadShippedModel } from '../../test/shipped-model.ts'
import { classifyEmbedding } from '../inference/classify-embedding.ts'
import { type Head, parseHead, serializeHead } from '../inference/head.ts'
import { evaluatePromotion } from './promotion-gate.ts'
import { getTargetClasses, lambdas, refitHead, type TrainingImage } from './refit-head.ts'

// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 240_000 })

const { card, head, base, images } = await loadShippedModel()
const shipped = { card, head }
const names = (indices: number[]) => indices.map(i => card.classes[i]?.name)

/** Photos of a disease the model does not know, as far from what it knows as two crops are from each other. */
const unknown = images
  .filter(({ label, crop }) => label === 'healthy' && crop === 'beans')
  .map((image): TrainingImage => {
    const other = images.find(({ label, crop }) => label === 'other_disease' && crop === 'rice')
    const embedding = image.embedding.map((value, i) => value / 2 + (other?.embedding[i] ?? 0))
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

  test('learns what experts show it, also about photos it was not shown, and forgets nothing', () => {
    expect(countCorrect(testImages, head)).toBeLessThan(testImages.length / 2)
    expect(countCorrect(testImages, result.head)).toBeGreaterThan(testImages.length * 0.75)
    expect(result.loss.after).toBeLessThan(result.loss.before / 4)
    expect(lambdas).toContain(result.lambda)
    expect(evaluatePromotion(base, card, head, result.head, testImages, head).reasons).toEqual([])
  })

  test('is the same bit for bit, in whatever order the images come', () => {
    const again = refitHead(base, shipped, [...trainingImages].reverse())
    expect(Buffer.compare(serializeHead(result.head), serializeHead(again.head))).toBe(0)
  })

  test('to no images is the shipped head itself', () => {
    const unchanged = refitHead(base, shipped, [])
    expect(Buffer.compare(serializeHead(unchanged.head), serializeHead(head))).toBe(0)
  })

  test('is kept and read as head.bin is', () => {
    const parsed = parseHead(serializeHead(result.head), card.classes.length, card.embeddingSize)
    expect(parsed).toEqual(result.head)
  })

  test('refuses what it cannot learn from', () => {
    const [first] = images
    if (first === undefined) throw new Error('no images')
    expect(() => refitHead(base, shipped, [first, first])).toThrow('given twice')
    expect(() => refitHead(base, shipped, [{ ...first, embedding: new Float32Array(3) }])).toThrow(
      'no embedding of 256',
    )
    const broken = first.embedding.map(() => Number.NaN)
    expect(() => refitHead(base, shipped, [{ ...first, embedding: broken }])).toThrow('no embedding')
    expect(() => refitHead({ ...base, model: 'another' }, shipped, [first])).toThrow('of another given for')
  })
})

describe('what a label means', () => {
  test('are the fine classes of its crop and product class', () => {
    expect(names(getTargetClasses({ label: 'common_rust', crop: 'beans' }, card.classes))).toEqual(['beans__rust'])
    expect(names(getTargetClasses({ label: 'common_rust', crop: 'wheat' }, card.classes))).toEqual([
      'wheat__leaf_rust',
      'wheat__stem_rust',
    ])
  })

  test('is the one disease where the expert named it', () => {
    const labelled = { label: 'common_rust', crop: 'wheat', fineClass: 'wheat__stem_rust' } as const
    expect(names(getTargetClasses(labelled, card.classes))).toEqual(['wheat__stem_rust'])
  })

  test('are those of any crop where the crop is not known, or none of its classes fits', () => {
    const any = getTargetClasses({ label: 'other_disease', crop: null }, card.classes)
    expect(any.length).toBeGreaterThan(10)
    expect(getTargetClasses({ label: 'other_disease', crop: 'wheat' }, card.classes)).toEqual(any)
    expect(getTargetClasses({ label: 'other_disease', crop: 'cassava' }, card.classes)).toEqual(any)
  })
})
