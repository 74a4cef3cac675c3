import { describe, expect, it } from 'vitest'
import { bandOf } from './answer-bands.ts'

describe('the wording of an answer', () => {
  it.each([1, 0.95, 0.9])('is sure when the verdict is confident and the confidence %s', confidence => {
    expect(bandOf({ verdict: 'confident', confidence })).toBe('sure')
  })

  it.each([0.8999, 0.6, 0])('is likely when the verdict is confident and the confidence only %s', confidence => {
    expect(bandOf({ verdict: 'confident', confidence })).toBe('likely')
  })

  it.each([0.2, 0.95, 1])('is not sure when the verdict is uncertain, even at a confidence of %s', confidence => {
    expect(bandOf({ verdict: 'uncertain', confidence })).toBe('not_sure')
  })
})
