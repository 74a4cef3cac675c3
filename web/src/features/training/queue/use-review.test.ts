import { describe, expect, it } from 'vitest'
import { toReview } from './use-review.ts'

describe('a review', () => {
  it('confirms a label by choosing it', () => {
    expect(toReview('healthy', { label: 'healthy' })).toEqual({ action: 'confirm' })
    expect(toReview('healthy', { label: 'common_rust' })).toEqual({ action: 'correct', label: 'healthy' })
  })

  it('cannot confirm a photo without a label', () => {
    expect(toReview('confirm', { label: null })).toBeNull()
    expect(toReview('refuse', { label: null })).toEqual({ action: 'refuse' })
  })
})
