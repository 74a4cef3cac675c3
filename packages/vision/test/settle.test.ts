import { describe, expect, it } from 'vitest'
import { type Finding, settle } from '../src/settle.ts'

const rustOnMaize: Finding = {
  rustClass: 'common_rust',
  confidence: 0.97,
  probabilities: { common_rust: 0.97, healthy: 0.01, other_disease: 0.02 },
  disease: 'common_rust',
  crop: 'maize',
  verdict: 'confident',
  affectedArea: 0.2,
}

describe('the farmer’s word on the crop', () => {
  it('changes nothing when it is not given, or agrees', () => {
    expect(settle(rustOnMaize, null)).toEqual(rustOnMaize)
    expect(settle(rustOnMaize, 'MAIZE')).toEqual(rustOnMaize)
  })

  it('fills in a crop that the model could not tell', () => {
    const unnamed = { ...rustOnMaize, crop: null, disease: null }
    expect(settle(unnamed, 'BEANS')).toEqual({ ...unnamed, crop: 'beans' })
    expect(settle(unnamed, null)).toEqual(unnamed)
  })

  it('makes a contradicting answer uncertain and unnamed, with class and figures as the model gave them', () => {
    expect(settle(rustOnMaize, 'WHEAT')).toEqual({ ...rustOnMaize, crop: 'wheat', disease: null, verdict: 'uncertain' })
  })
})
