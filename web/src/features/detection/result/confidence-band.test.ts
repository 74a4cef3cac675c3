import { describe, expect, it } from 'vitest'
import { getConfidenceBand, isAnswered } from './confidence-band.ts'

describe('the band of a result', () => {
  it.each([
    ['confident', 'sure', true],
    ['likely', 'likely', true],
    ['uncertain', 'not_sure', false],
    ['unfamiliar', 'not_sure', false],
  ] as const)('%s is shown as %s', (band, word, hasAnswer) => {
    expect(getConfidenceBand({ band })).toBe(word)
    expect(isAnswered({ band })).toBe(hasAnswer)
  })

  it('follows from the verdict where an older version has made the reply', () => {
    expect(getConfidenceBand({ verdict: 'confident' })).toBe('sure')
    expect(getConfidenceBand({ verdict: 'uncertain' })).toBe('not_sure')
    expect(getConfidenceBand({})).toBe('not_sure')
  })
})
