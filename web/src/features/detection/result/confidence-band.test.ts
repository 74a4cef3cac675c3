import { describe, expect, it } from 'vitest'
import { getAffectedAreaBand, getConfidenceBand } from './confidence-band.ts'

describe('the confidence band of a result', () => {
  it.each([1, 0.95, 0.9])('is sure when the verdict is confident and the confidence %s', confidence => {
    expect(getConfidenceBand({ verdict: 'confident', confidence })).toBe('sure')
  })

  it.each([0.8999, 0.6, 0])('is likely when the verdict is confident and the confidence only %s', confidence => {
    expect(getConfidenceBand({ verdict: 'confident', confidence })).toBe('likely')
  })

  it.each([0.2, 0.95, 1])('is not sure when the verdict is uncertain, even at a confidence of %s', confidence => {
    expect(getConfidenceBand({ verdict: 'uncertain', confidence })).toBe('not_sure')
  })
})

describe('the affected area of a leaf', () => {
  it('is shown as a range around the estimate, in steps of 1/20', () => {
    const { key, low, high } = getAffectedAreaBand(0.3)
    expect(key).toBe('answer.affected')
    expect(low).toBeLessThan(0.3)
    expect(high).toBeGreaterThan(0.3)
    expect([low * 20, high * 20].every(Number.isInteger)).toBe(true)
  })

  it.each([0, 0.01, 0.04])('shows only an upper bound for an area of %s', area => {
    const { key, high } = getAffectedAreaBand(area)
    expect(key).toBe('answer.affected_most')
    expect(high).toBeGreaterThan(area)
    expect(high).toBeLessThan(0.3)
  })

  it.each([0.9, 1])('shows only a lower bound for an area of %s', area => {
    const { key, low } = getAffectedAreaBand(area)
    expect(key).toBe('answer.affected_least')
    expect(low).toBeGreaterThan(0.5)
  })
})
