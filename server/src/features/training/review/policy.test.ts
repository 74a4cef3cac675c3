// @database embedded

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
  it('is accepted on one expert’s label, unless the model is sure of another class', () => {
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

  it('of an expert who fails the control photos waits for a second expert', () => {
    expect(outcome(['healthy'], { isTrusted: false })).toEqual(['waiting', 'agreement_low', 'healthy'])
  })

  it('is accepted when two experts agree, whatever the model predicts, and becomes a control photo', () => {
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

  it('with two different labels is decided by a confident model, otherwise by a third expert', () => {
    expect(outcome(['healthy', 'common_rust'], { confidentModelLabel: 'common_rust' })).toEqual([
      'accepted',
      null,
      'common_rust',
    ])
    expect(outcome(['healthy', 'common_rust'])).toEqual(['waiting', 'contradicts_expert', 'healthy'])
    expect(outcome(['healthy', 'common_rust', 'common_rust'])).toEqual(['accepted', null, 'common_rust'])
    expect(outcome(['healthy', 'common_rust', 'other_disease'])[0]).toBe('refused')
  })

  it('with a disputed label does not become a control photo', () => {
    const votes = votesFor('healthy', 'common_rust', 'common_rust')
    expect(decideOutcome({ votes, confidentModelLabel: null, isTrusted: true }, null).isControl).toBe(false)
  })

  it('rejected by a second expert is not used; two labels outvote one rejection', () => {
    expect(outcome(['healthy', null])).toEqual(['refused', 'refused_by_expert', 'healthy'])
    expect(outcome([null])).toEqual(['refused', 'refused_by_expert', null])
    expect(outcome(['healthy', null, 'healthy'])).toEqual(['accepted', null, 'healthy'])
  })

  it('reported by a farmer waits for an expert, whatever label the farmer gave', () => {
    const reportOutcome = decideOutcome({ votes: [], confidentModelLabel: null, isTrusted: true }, 'common_rust')
    expect([reportOutcome.state, reportOutcome.reason, reportOutcome.label]).toEqual([
      'waiting',
      'reported',
      'common_rust',
    ])
  })
})

describe('agreement with control photos', () => {
  it('is null below the minimum number of controls, and the expert is trusted until then', () => {
    expect(computeAgreement({ controls: 4, controls_agreed: 0 })).toBeNull()
    expect(isTrustedExpert({ controls: 4, controls_agreed: 0 })).toBe(true)
  })

  it('below 60 % removes the expert’s trust', () => {
    expect(computeAgreement({ controls: 10, controls_agreed: 5 })).toBe(0.5)
    expect(isTrustedExpert({ controls: 10, controls_agreed: 5 })).toBe(false)
    expect(isTrustedExpert({ controls: 10, controls_agreed: 6 })).toBe(true)
  })
})
