import { isConclusive } from '@kutu/contract/bands'
import { describe, expect, it } from 'vitest'
import { getConfidenceBand } from './confidence-band.ts'

describe('the band of a result', () => {
  it.each([
    ['confident', 'sure', true],
    ['likely', 'likely', true],
    ['uncertain', 'not_sure', false],
    ['unfamiliar', 'not_sure', false],
  ] as const)('%s is shown as %s', (band, word, hasAnswer) => {
    expect(getConfidenceBand(band)).toBe(word)
    expect(isConclusive(band)).toBe(hasAnswer)
  })
})
