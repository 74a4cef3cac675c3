// @database embedded

import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { describe, expect, it } from 'vitest'
import { computeAgreement, decideOutcome, isTrustedExpert, type Vote } from './policy.ts'

type Options = { confidentModelLabel?: string | null; distrusted?: number[]; reviewers?: 1 | 2 }
const decide = (
  labels: (TrainingLabel | null)[],
  { confidentModelLabel = null, distrusted = [], reviewers = 2 }: Options = {},
  givenLabel = labels[0] ?? null,
) => {
  const votes = labels.map(
    (label, i): Vote => ({
      expertId: `expert ${i}`,
      kind: i === 0 ? 'upload' : 'review',
      label,
      isTrusted: !distrusted.includes(i),
    }),
  )
  return decideOutcome({ votes, confidentModelLabel }, givenLabel, reviewers)
}
const outcome = (labels: (TrainingLabel | null)[], options: Options = {}) => {
  const { state, reason, label } = decide(labels, options)
  return [state, reason, label]
}

describe('a photo', () => {
  it('with one label waits for a second expert, whatever the model predicts', () => {
    expect(outcome(['healthy'])).toEqual(['waiting', null, 'healthy'])
    expect(outcome(['healthy'], { confidentModelLabel: 'healthy' })).toEqual(['waiting', null, 'healthy'])
    expect(outcome(['healthy'], { confidentModelLabel: 'common_rust' })).toEqual([
      'waiting',
      'contradicts_model',
      'healthy',
    ])
  })

  it('is accepted when two experts agree', () => {
    expect(outcome(['healthy', 'healthy'])).toEqual(['accepted', null, 'healthy'])
    expect(outcome(['healthy', 'healthy'], { confidentModelLabel: 'common_rust' })[0]).toBe('accepted')
  })

  it('with two different labels is decided by a third expert, never by the model', () => {
    expect(outcome(['healthy', 'common_rust'], { confidentModelLabel: 'common_rust' })).toEqual([
      'waiting',
      'contradicts_expert',
      'healthy',
    ])
    expect(outcome(['healthy', 'common_rust', 'common_rust'])).toEqual(['accepted', null, 'common_rust'])
    expect(outcome(['healthy', 'common_rust', 'other_disease'])).toEqual(['refused', 'no_agreement', 'healthy'])
  })

  it('is unusable when two experts say so; one alone cannot remove it', () => {
    expect(outcome(['healthy', null])).toEqual(['waiting', 'contradicts_expert', 'healthy'])
    expect(outcome(['healthy', null, null])).toEqual(['refused', 'refused_by_expert', 'healthy'])
    expect(outcome(['healthy', null, 'healthy'])).toEqual(['accepted', null, 'healthy'])
  })

  it('is not decided by experts who fail the control photos', () => {
    expect(outcome(['healthy'], { distrusted: [0] })).toEqual(['waiting', 'agreement_low', 'healthy'])
    expect(outcome(['healthy', 'healthy'], { distrusted: [1] })).toEqual(['waiting', 'agreement_low', 'healthy'])
    expect(outcome(['common_rust', 'healthy', 'healthy'], { distrusted: [0] })).toEqual(['accepted', null, 'healthy'])
  })

  it('reported by a farmer waits for experts, whatever label the farmer gave', () => {
    expect(decide([], {}, 'common_rust')).toEqual({
      state: 'waiting',
      reason: 'reported',
      label: 'common_rust',
      isControl: false,
    })
  })

  it('becomes a control photo only without any dispute, with experts or with the model', () => {
    expect(decide(['healthy', 'healthy']).isControl).toBe(true)
    expect(decide(['healthy', 'healthy'], { confidentModelLabel: 'healthy' }).isControl).toBe(true)
    expect(decide(['healthy', 'healthy'], { confidentModelLabel: 'common_rust' }).isControl).toBe(false)
    expect(decide(['healthy', 'common_rust', 'common_rust']).isControl).toBe(false)
    expect(decide(['common_rust', 'healthy', 'healthy'], { distrusted: [0] }).isControl).toBe(false)
  })
})

describe('a photo where one expert’s label is enough', () => {
  const reviewers = 1
  it('is accepted on it, unless the model is sure of another class', () => {
    expect(outcome(['healthy'], { reviewers })).toEqual(['accepted', null, 'healthy'])
    expect(outcome(['healthy'], { reviewers, confidentModelLabel: 'not_leaf' })[1]).toBe('contradicts_model')
  })

  it('of an expert who fails the control photos waits for a second expert', () => {
    expect(outcome(['healthy'], { reviewers, distrusted: [0] })).toEqual(['waiting', 'agreement_low', 'healthy'])
  })

  it('with two different labels is decided by a confident model, otherwise by a third expert', () => {
    const confident = { reviewers, confidentModelLabel: 'common_rust' } as const
    expect(outcome(['healthy', 'common_rust'], confident)).toEqual(['accepted', null, 'common_rust'])
    expect(outcome(['healthy', 'common_rust'], { reviewers })[1]).toBe('contradicts_expert')
    expect(outcome(['healthy', 'common_rust', 'other_disease'], { reviewers })[0]).toBe('refused')
  })

  it('rejected by a second expert is not used; two labels outvote one rejection', () => {
    expect(outcome(['healthy', null], { reviewers })).toEqual(['refused', 'refused_by_expert', 'healthy'])
    expect(outcome(['healthy', null, 'healthy'], { reviewers })).toEqual(['accepted', null, 'healthy'])
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
