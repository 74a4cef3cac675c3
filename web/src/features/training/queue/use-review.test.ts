import { describe, expect, it } from 'vitest'
import { toReview } from './use-review.ts'

describe('a review', () => {
  it('gives a label or calls the photo unusable', () => {
    expect(toReview('healthy')).toEqual({ action: 'correct', label: 'healthy' })
    expect(toReview('refuse')).toEqual({ action: 'refuse' })
  })
})
