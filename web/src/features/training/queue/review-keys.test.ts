import { describe, expect, it } from 'vitest'
import { getReviewAction } from './review-keys.ts'
import { toReview } from './use-review.ts'

const press = (key: string, modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'repeat', boolean>> = {}) =>
  getReviewAction({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...modifiers })

describe('a key on a photo to judge', () => {
  it('means its act, also with Caps Lock', () => {
    expect(['c', 'R', 'h', 'o', 'x', 'n'].map(key => press(key))).toEqual([
      'confirm',
      'common_rust',
      'healthy',
      'other_disease',
      'refuse',
      'skip',
    ])
  })

  it('judges one photo however long it is held, and is the browser’s with Ctrl', () => {
    expect([press('c', { repeat: true }), press('c', { ctrlKey: true }), press('Tab')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('what is said of a photo', () => {
  it('confirms a label by naming it', () => {
    expect(toReview('healthy', { label: 'healthy' })).toEqual({ action: 'confirm' })
    expect(toReview('healthy', { label: 'common_rust' })).toEqual({ action: 'correct', label: 'healthy' })
  })

  it('confirms nothing where nobody said what it shows', () => {
    expect(toReview('confirm', { label: null })).toBeNull()
    expect(toReview('refuse', { label: null })).toEqual({ action: 'refuse' })
  })
})
