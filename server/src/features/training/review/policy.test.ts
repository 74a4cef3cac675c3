import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { describe, expect, it } from 'vitest'
import { agreeOnDisease, computeAgreement, decideOutcome, getVoteWeight, type Vote } from './policy.ts'

type Options = { confidentModelLabel?: string | null; distrusted?: number[]; doubtful?: number[]; reviewers?: 1 | 2 }
const decide = (
  labels: (TrainingLabel | null)[],
  { confidentModelLabel = null, distrusted = [], doubtful = [], reviewers = 2 }: Options = {},
  givenLabel = labels[0] ?? null,
) => {
  const votes = labels.map(
    (label, i): Vote => ({
      expertId: `expert ${i}`,
      kind: i === 0 ? 'upload' : 'review',
      label,
      disease: null,
      weight: distrusted.includes(i) ? 0 : doubtful.includes(i) ? 0.5 : 1,
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
    expect(getVoteWeight({ controls: 4, controls_agreed: 0 }, null)).toBe(1)
  })

  it('below 60 % removes the expert’s trust', () => {
    expect(computeAgreement({ controls: 10, controls_agreed: 5 })).toBe(0.5)
    expect(getVoteWeight({ controls: 10, controls_agreed: 5 }, null)).toBe(0)
    expect(getVoteWeight({ controls: 10, controls_agreed: 6 }, null)).toBe(1)
  })
})

describe('an expert with whom others often disagree', () => {
  const controls = { controls: 0, controls_agreed: 0 }
  const makeAgreement = (high: number, photos: number) => ({
    kappa: high - 0.2,
    low: high - 0.4,
    high,
    share: 0.5,
    photos,
  })

  it('counts half once the agreement is surely low, and not before', () => {
    expect(getVoteWeight(controls, makeAgreement(0.39, 20))).toBe(0.5)
    expect(getVoteWeight(controls, makeAgreement(0.41, 20))).toBe(1)
    expect(getVoteWeight(controls, makeAgreement(0.39, 19))).toBe(1)
  })

  it('does not decide with one more expert, but with two', () => {
    expect(outcome(['healthy', 'healthy'], { doubtful: [0] })).toEqual(['waiting', 'agreement_low', 'healthy'])
    expect(outcome(['healthy', 'healthy', 'healthy'], { doubtful: [0] })[0]).toBe('accepted')
  })

  it('does not hold up two others who agree', () => {
    expect(outcome(['rust', 'healthy', 'healthy'].map(toLabel), { doubtful: [0] })).toEqual([
      'accepted',
      null,
      'healthy',
    ])
  })

  it('leaves no photo waiting forever: after five labels without a decision it is not used', () => {
    const labels = ['rust', 'healthy', 'rust', 'healthy', 'other'].map(toLabel)
    expect(outcome(labels.slice(0, 4), { doubtful: [0, 1, 2, 3] })[0]).toBe('waiting')
    expect(outcome(labels, { doubtful: [0, 1, 2, 3, 4] }).slice(0, 2)).toEqual(['refused', 'no_agreement'])
  })
})

function toLabel(name: string): TrainingLabel {
  return name === 'rust' ? 'common_rust' : name === 'other' ? 'other_disease' : 'healthy'
}

describe('the disease that experts name', () => {
  type Name = { disease: string | null; label?: TrainingLabel; weight?: Vote['weight'] }
  const agree = (names: Name[], reviewers: 1 | 2 = 2) =>
    agreeOnDisease(
      names.map(
        ({ disease, label = 'other_disease', weight = 1 }, i): Vote => ({
          expertId: `expert ${i}`,
          kind: 'review' as const,
          label,
          disease,
          weight,
        }),
      ),
      'other_disease',
      reviewers,
    )
  const [spot, blight] = [{ disease: 'maize-gray-leaf-spot' }, { disease: 'maize-northern-leaf-blight' }]
  const unnamed = { disease: null }

  it('counts when as many named it as must agree on a label', () => {
    expect(agree([spot, spot])).toBe(spot.disease)
    expect(agree([spot, unnamed])).toBeNull()
    expect(agree([spot, unnamed, spot])).toBe(spot.disease)
    expect(agree([spot], 1)).toBe(spot.disease)
    expect(agree([unnamed], 1)).toBeNull()
  })

  it('does not count when others named another as often', () => {
    expect(agree([spot, blight])).toBeNull()
    expect(agree([spot, blight], 1)).toBeNull()
    expect(agree([spot, blight, blight])).toBe(blight.disease)
    expect(agree([spot, spot, blight, blight])).toBeNull()
  })

  it('counts with the weight of the label, and only beside the label that was accepted', () => {
    expect(agree([spot, { ...spot, weight: 0.5 }])).toBeNull()
    expect(agree([spot, { ...spot, weight: 0 }], 1)).toBe(spot.disease)
    expect(agree([{ ...spot, weight: 0 }], 1)).toBeNull()
    expect(agree([spot, { disease: 'maize-common-rust', label: 'common_rust' }])).toBeNull()
  })
})
