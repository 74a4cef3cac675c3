import type { Analysis } from '@kutu/contract/detection'
import { describe, expect, it } from 'vitest'
import { emptyPostForm, isComplete, prefillFromAnalysis } from './post-form.ts'

const prefill = (answer: Partial<Analysis>) => prefillFromAnalysis({ band: 'likely', ...answer } as Analysis)

describe('the form of a post about an analysis', () => {
  it.each([
    { rust_class: 'common_rust', disease: 'common_rust', crop: 'maize', is: ['MAIZE', 'common_rust'] },
    { rust_class: 'common_rust', disease: 'stem_rust', crop: 'wheat', is: ['WHEAT', 'common_rust'] },
    { rust_class: 'common_rust', disease: null, crop: 'beans', is: ['BEANS', 'common_rust'] },
    { rust_class: 'other_disease', disease: 'gray_leaf_spot', crop: 'maize', is: ['MAIZE', 'gray_leaf_spot'] },
    { rust_class: 'other_disease', disease: 'blast', crop: 'rice', is: ['RICE', 'leaf_blust'] },
    { rust_class: 'other_disease', disease: 'streak_virus', crop: 'maize', is: ['MAIZE', 'none'] },
    { rust_class: 'healthy', disease: 'healthy', crop: 'maize', is: ['MAIZE', 'none'] },
  ] as const)('maps $crop with $disease to $is', ({ is, ...answer }) => {
    const urgency_level = answer.rust_class === 'healthy' ? 'low' : 'medium'
    expect(prefill(answer)).toEqual({ crop_type: is[0], disease_type: is[1], urgency_level })
  })

  it('names no disease for an answer that is not sure', () => {
    const answer = { rust_class: 'common_rust', disease: 'common_rust', crop: 'maize' } as const
    for (const band of ['uncertain', 'unfamiliar'] as const)
      expect(prefill({ ...answer, band }).disease_type).toBe('none')
  })

  it.each([null, 'groundnut'])('leaves the crop empty if the answer has %s', crop => {
    expect(prefill({ rust_class: 'common_rust', disease: null, crop })).toMatchObject({ crop_type: '' })
  })
})

describe('a complete post form', () => {
  it('has every choice made', () => {
    const chosen = { ...emptyPostForm, crop_type: 'MAIZE', disease_type: 'none', urgency_level: 'low' } as const
    expect(isComplete(chosen)).toBe(true)
    for (const field of ['crop_type', 'disease_type', 'urgency_level'] as const)
      expect(isComplete({ ...chosen, [field]: '' })).toBe(false)
  })
})
