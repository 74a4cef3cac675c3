import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { describe, expect, it } from 'vitest'
import { computeAgreement, decideOutcome, isTrustedExpert, type Vote } from './policy.ts'

const votesFor = (...labels: (TrainingLabel | null)[]): Vote[] =>
  labels.map((label, i) => ({ expertId: `expert ${i}`, kind: i === 0 ? 'upload' : 'review', label }))
const outcome = (
  labels: (TrainingLabel | null)[],
  { confidentModelLabel = null, isTrusted = true }: { confidentModelLabel?: string | null; isTrusted?: boolean } = {},
) => {
  const { state, reason, label } = decideOutcome({ votes: votesFor(...labels), confidentModelLabel, isTrusted }, null)
  return [state, reason, label]
}

describe('a photo', () => {
  it('is accepted on one expert’s word, unless the model is sure of something else', () => {
    expect(outcome(['healthy'])).toEqual(['accepted', null, 'healthy'])
    expect(outcome(['healthy'], { confidentModelLabel: 'common_rust' })).toEqual([
      'waiting',
      'contradicts_model',
      'healthy',
    ])
    expect(outcome(['healthy'], { confidentModelLabel: 'not_leaf' })).toEqual([
      'waiting',
      'contradicts_model',
      'healthy',
    ])
  })

  it('of an expert who misses the controls waits for another', () => {
    expect(outcome(['healthy'], { isTrusted: false })).toEqual(['waiting', 'agreement_low', 'healthy'])
  })

  it('is accepted when two experts agree, whatever the model says, and is a control from then on', () => {
    expect(outcome(['healthy', 'healthy'], { confidentModelLabel: 'common_rust' })).toEqual([
      'accepted',
      null,
      'healthy',
    ])
    const { isControl } = decideOutcome(
      { votes: votesFor('healthy', 'healthy'), confidentModelLabel: null, isTrusted: true },
      null,
    )
    expect(isControl).toBe(true)
  })

  it('on which two experts disagree goes to whom the model is sure to be right, else to a third', () => {
    expect(outcome(['healthy', 'common_rust'], { confidentModelLabel: 'common_rust' })).toEqual([
      'accepted',
      null,
      'common_rust',
    ])
    expect(outcome(['healthy', 'common_rust'])).toEqual(['waiting', 'contradicts_expert', 'healthy'])
    expect(outcome(['healthy', 'common_rust', 'common_rust'])).toEqual(['accepted', null, 'common_rust'])
    expect(outcome(['healthy', 'common_rust', 'other_disease'])[0]).toBe('refused')
  })

  it('whose label was disputed is no control', () => {
    const votes = votesFor('healthy', 'common_rust', 'common_rust')
    expect(decideOutcome({ votes, confidentModelLabel: null, isTrusted: true }, null).isControl).toBe(false)
  })

  it('that a second expert refuses is not used; two who keep it outvote one', () => {
    expect(outcome(['healthy', null])).toEqual(['refused', 'refused_by_expert', 'healthy'])
    expect(outcome([null])).toEqual(['refused', 'refused_by_expert', null])
    expect(outcome(['healthy', null, 'healthy'])).toEqual(['accepted', null, 'healthy'])
  })

  it('that a farmer reported waits, whatever the farmer takes it for', () => {
    const reportOutcome = decideOutcome({ votes: [], confidentModelLabel: null, isTrusted: true }, 'common_rust')
    expect([reportOutcome.state, reportOutcome.reason, reportOutcome.label]).toEqual([
      'waiting',
      'reported',
      'common_rust',
    ])
  })
})

describe('agreement', () => {
  it('is not told of a few controls, and an expert is trusted until it is', () => {
    expect(computeAgreement({ controls: 4, controls_agreed: 0 })).toBeNull()
    expect(isTrustedExpert({ controls: 4, controls_agreed: 0 })).toBe(true)
  })

  it('below six in ten takes the trust away', () => {
    expect(computeAgreement({ controls: 10, controls_agreed: 5 })).toBe(0.5)
    expect(isTrustedExpert({ controls: 10, controls_agreed: 5 })).toBe(false)
    expect(isTrustedExpert({ controls: 10, controls_agreed: 6 })).toBe(true)
  })
})
