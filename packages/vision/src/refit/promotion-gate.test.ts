import { describe, expect, test } from 'vitest'
import { loadShippedModel } from '../../test/shipped-model.ts'
import { classifyEmbedding } from '../inference/detect.ts'
import type { Head } from '../inference/head.ts'
import { evaluatePromotion } from './promotion-gate.ts'

const { card, head, base, images } = await loadShippedModel()

/** Returns the head with a higher bias for one product class. */
function biasHead(productClass: string, amount: number): Head {
  const biases = head.biases.map((bias, i) => bias + (card.classes[i]?.productClass === productClass ? amount : 0))
  return { ...head, biases }
}

/** Returns a copy of the head in which one value of the embedding adds to the logits of one product class only. */
function setColumn(column: number, productClass: string, weight: number): Head {
  const weights = head.weights.map((value, i) => {
    if (i % head.embeddingSize !== column) return value
    return card.classes[Math.floor(i / head.embeddingSize)]?.productClass === productClass ? weight : 0
  })
  return { ...head, weights }
}

/**
 * Returns photos of damage that shows in a value of the embedding that is hardly used by validation photos, with a head that
 * ignores the value (and answers healthy) and one that knows it.
 */
function makeUnknownDamage() {
  const maxima = Array.from({ length: head.embeddingSize }, (_, column) =>
    Math.max(...images.map(({ embedding }) => embedding[column] ?? 0)),
  )
  const unused = maxima.map((max, column) => ((card.decision.leaf.weights[column] ?? -1) < 0 ? Infinity : max))
  const column = unused.indexOf(Math.min(...unused))
  const unaware = setColumn(column, 'other_disease', 0)
  const healthy = images.filter(({ embedding, label }) => {
    const detection = classifyEmbedding(embedding, unaware, card)
    return label === 'healthy' && detection.isLeaf && detection.rustClass === 'healthy'
  })
  const photosOfIt = healthy.slice(0, 20).map(({ embedding, ...image }) => {
    const damaged = embedding.slice()
    damaged[column] = 30_000
    return { ...image, embedding: damaged, label: 'other_disease' as const }
  })
  return { photosOfIt, unaware, aware: setColumn(column, 'other_disease', 0.001) }
}

describe('the promotion gate', () => {
  test('promotes a head that answers more photos correctly than chance explains, and loses none', () => {
    const { photosOfIt, unaware, aware } = makeUnknownDamage()
    const { isPromoted, reasons, figures } = evaluatePromotion(base, card, unaware, aware, photosOfIt)
    expect({ isPromoted, reasons }).toEqual({ isPromoted: true, reasons: [] })
    expect(figures.holdout).toEqual({ before: { right: 0, photos: 20 }, after: { right: 20, photos: 20 } })
    expect(figures.gain.better).toBeGreaterThan(figures.gain.worse)
    expect(figures.gain.p).toBeLessThan(0.05)
  })

  test('does not promote a head with equal answers, and counts every validation photo', () => {
    // As many healthy leaves as others, so that the change of probabilities has no direction.
    const healthy = images.filter(({ label }) => label === 'healthy').slice(0, 10)
    const mixed = [...healthy, ...images.filter(({ label }) => label !== 'healthy').slice(0, 10)]
    const { isPromoted, reasons, figures } = evaluatePromotion(base, card, head, biasHead('healthy', 1e-4), mixed)
    expect(isPromoted).toBe(false)
    expect(reasons).toEqual([{ word: 'gain_not_proven', better: 0, worse: 0, p: 1 }])
    expect(figures.validation.after).toEqual(figures.validation.before)
    expect(figures.holdout.before.photos).toBe(20)
    const allCropGroups = figures.groups.filter(({ crop }) => crop === null)
    expect(allCropGroups.reduce((sum, { before }) => sum + before.photos, 0)).toBe(base.validation.photos.length)
  })

  test('does not promote a gain of one photo', () => {
    const rust = images.filter(({ label }) => label === 'common_rust').slice(0, 1)
    const verdict = evaluatePromotion(base, card, head, biasHead('common_rust', 0.02), rust)
    expect(verdict.figures.gain.better).toBeLessThan(6)
    expect(verdict.reasons.map(({ word }) => word)).toContain('gain_not_proven')
  })

  test('names the crop that lost photos, and answers about held-out images that are less honest', () => {
    const rust = images.filter(({ label }) => label === 'common_rust').slice(0, 30)
    const { reasons, figures } = evaluatePromotion(base, card, head, biasHead('healthy', 3), rust)
    const crops = reasons.flatMap(reason => (reason.word === 'crop_worse' ? [reason] : []))
    expect(crops.length).toBeGreaterThan(0)
    for (const { before, after } of crops) expect(after.right).toBeLessThan(before.right)
    expect(figures.brier?.after).toBeGreaterThan(figures.brier?.before ?? 2)
    expect(reasons.map(({ word }) => word)).toContain('confidence_worse')
  })

  test('does not take a photo that happens to fit less for harm', () => {
    const healthy = images.filter(({ label }) => label === 'healthy')
    const slightlyBiased = biasHead('common_rust', 0.01)
    const single = evaluatePromotion(base, card, head, slightlyBiased, healthy.slice(0, 1))
    expect(single.figures.brier?.after).toBeGreaterThan(single.figures.brier?.before ?? 2)
    expect(single.figures.brier?.p).toBe(0.5)
    expect(single.reasons.map(({ word }) => word)).not.toContain('confidence_worse')
    const series = evaluatePromotion(base, card, head, slightlyBiased, healthy.slice(0, 8))
    expect(series.figures.brier?.p).toBeLessThan(0.01)
    expect(series.reasons.map(({ word }) => word)).toContain('confidence_worse')
  })

  test('does not promote the active head again', () => {
    const { isPromoted, reasons } = evaluatePromotion(
      base,
      card,
      head,
      { ...head, biases: head.biases.slice() },
      images.slice(0, 20),
    )
    expect({ isPromoted, reasons }).toEqual({ isPromoted: false, reasons: [{ word: 'nothing_changed' }] })
  })

  test('measures the accuracy of the shipped head in its card', () => {
    const { figures } = evaluatePromotion(base, card, head, head, [])
    const { right, photos } = figures.confident.before
    // The metrics of the card. Embeddings quantized to bytes may change an answer near a threshold.
    expect(photos).toBeGreaterThan(340)
    expect(right / photos).toBeGreaterThan(0.985)
    expect(figures.validation.before.right / figures.validation.before.photos).toBeGreaterThan(0.925)
  })

  test('names the class and crop whose recall a head has lost', () => {
    const { isPromoted, reasons } = evaluatePromotion(base, card, head, biasHead('common_rust', 4), [])
    expect(isPromoted).toBe(false)
    const losses = reasons.filter(reason => reason.word === 'class_recall_lost')
    expect(losses.map(reason => reason.class)).toContain('healthy')
    for (const reason of losses) expect(reason.before.right).toBeGreaterThan(reason.after.right)
  })

  test('also compares with the shipped head, so that small losses do not add up', () => {
    const drifted = biasHead('common_rust', 4)
    const { isPromoted, reasons, figures } = evaluatePromotion(base, card, drifted, drifted, [], head)
    expect(figures.validation.after).toEqual(figures.validation.before)
    expect(isPromoted).toBe(false)
    const losses = reasons.filter(({ word }) => word !== 'gain_not_proven')
    expect(losses.length).toBeGreaterThan(0)
    for (const reason of losses) expect(reason).toMatchObject({ word: 'class_recall_lost' })
  })

  test('rejects a head that is worse on the held-out images', () => {
    const rust = images.filter(({ label }) => label === 'common_rust').slice(0, 30)
    const wrong = rust.map(image => ({ ...image, label: 'healthy' as const }))
    const verdict = evaluatePromotion(base, card, biasHead('healthy', 9), head, wrong)
    expect(verdict.figures.holdout.before.right).toBeGreaterThan(verdict.figures.holdout.after.right)
    expect(verdict.reasons.map(({ word }) => word)).toContain('held_back_worse')
    expect(verdict.isPromoted).toBe(false)
  })
})
