import { describe, expect, test, vi } from 'vitest'
import { answerTo } from '../src/answer.ts'
import { gate } from '../src/gate.ts'
import { type Head, headBytes, parseHead } from '../src/head.ts'
import { cautions, fineClassesOf, refitHead, type TrainingImage } from '../src/refit.ts'
import { shippedBase } from './shipped-base.ts'

// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 240_000 })

const { card, head, base, images } = await shippedBase()
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

const rightOf = (asked: TrainingImage[], by: Head) =>
  asked.filter(({ embedding, label }) => {
    const detection = answerTo(embedding, by, card)
    return detection.isLeaf && detection.rustClass === label
  }).length

describe('a refit of the shipped head', () => {
  const learnt = unknown.slice(0, 30)
  const asked = unknown.slice(30)
  const found = refitHead(base, shipped, learnt)

  test('learns what experts show it, also about photos it was not shown, and forgets nothing', () => {
    expect(rightOf(asked, head)).toBeLessThan(asked.length / 2)
    expect(rightOf(asked, found.head)).toBeGreaterThan(asked.length * 0.75)
    expect(found.loss.after).toBeLessThan(found.loss.before / 4)
    expect(cautions).toContain(found.caution)
    expect(gate(base, card, head, found.head, asked, head).reasons).toEqual([])
  })

  test('is the same bit for bit, in whatever order the images come', () => {
    const again = refitHead(base, shipped, [...learnt].reverse())
    expect(Buffer.compare(headBytes(found.head), headBytes(again.head))).toBe(0)
  })

  test('to no images is the shipped head itself', () => {
    const none = refitHead(base, shipped, [])
    expect(Buffer.compare(headBytes(none.head), headBytes(head))).toBe(0)
  })

  test('is kept and read as head.bin is', () => {
    const back = parseHead(headBytes(found.head), card.classes.length, card.embeddingSize)
    expect(back).toEqual(found.head)
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
    expect(names(fineClassesOf({ label: 'common_rust', crop: 'beans' }, card.classes))).toEqual(['beans__rust'])
    expect(names(fineClassesOf({ label: 'common_rust', crop: 'wheat' }, card.classes))).toEqual([
      'wheat__leaf_rust',
      'wheat__stem_rust',
    ])
  })

  test('is the one disease where the expert named it', () => {
    const said = { label: 'common_rust', crop: 'wheat', fineClass: 'wheat__stem_rust' } as const
    expect(names(fineClassesOf(said, card.classes))).toEqual(['wheat__stem_rust'])
  })

  test('are those of any crop where the crop is not known, or none of its classes fits', () => {
    const any = fineClassesOf({ label: 'other_disease', crop: null }, card.classes)
    expect(any.length).toBeGreaterThan(10)
    expect(fineClassesOf({ label: 'other_disease', crop: 'wheat' }, card.classes)).toEqual(any)
    expect(fineClassesOf({ label: 'other_disease', crop: 'cassava' }, card.classes)).toEqual(any)
  })
})
