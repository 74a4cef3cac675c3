import { describe, expect, it } from 'vitest'
import { type Finding, resolveVerdict } from './verdict.ts'

const rustOnMaize: Finding = {
  rustClass: 'common_rust',
  confidence: 0.97,
  probabilities: { common_rust: 0.97, healthy: 0.01, other_disease: 0.02 },
  disease: 'common_rust',
  crop: 'maize',
  verdict: 'confident',
  affectedArea: 0.2,
}

describe('the crop that the farmer chose', () => {
  it('changes nothing when it is missing or agrees with the model', () => {
    expect(resolveVerdict(rustOnMaize, null)).toEqual(rustOnMaize)
    expect(resolveVerdict(rustOnMaize, 'MAIZE')).toEqual(rustOnMaize)
  })

  it('fills in a crop that the model could not tell', () => {
    const unnamed = { ...rustOnMaize, crop: null, disease: null }
    expect(resolveVerdict(unnamed, 'BEANS')).toEqual({ ...unnamed, crop: 'beans' })
    expect(resolveVerdict(unnamed, null)).toEqual(unnamed)
  })

  it('makes a contradicting answer uncertain and removes the disease, but keeps class and probabilities', () => {
    expect(resolveVerdict(rustOnMaize, 'WHEAT')).toEqual({
      ...rustOnMaize,
      crop: 'wheat',
      disease: null,
      verdict: 'uncertain',
    })
  })
})
