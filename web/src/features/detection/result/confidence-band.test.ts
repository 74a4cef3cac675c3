import { describe, expect, it } from 'vitest'
import { getConfidenceBand, isAnswered } from './confidence-band.ts'

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

  it('is an answer unless it is not sure', () => {
    expect(isAnswered({ verdict: 'confident', confidence: 0.6 })).toBe(true)
    expect(isAnswered({ verdict: 'uncertain', confidence: 0.99 })).toBe(false)
  })
})
