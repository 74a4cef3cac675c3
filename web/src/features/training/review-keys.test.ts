import { describe, expect, it } from 'vitest'
import { reviewActOf } from './review-keys.ts'
import { reviewOf } from './use-review.ts'

const pressed = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'repeat', boolean>> = {}) =>
  reviewActOf({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...held })

describe('a key on a photo to judge', () => {
  it('means its act, also with Caps Lock', () => {
    expect(['c', 'R', 'h', 'o', 'x', 'n'].map(key => pressed(key))).toEqual([
      'confirm',
      'common_rust',
      'healthy',
      'other_disease',
      'refuse',
      'skip',
    ])
  })

  it('judges one photo however long it is held, and is the browser’s with Ctrl', () => {
    expect([pressed('c', { repeat: true }), pressed('c', { ctrlKey: true }), pressed('Tab')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('what is said of a photo', () => {
  it('confirms a label by naming it', () => {
    expect(reviewOf('healthy', { label: 'healthy' })).toEqual({ action: 'confirm' })
    expect(reviewOf('healthy', { label: 'common_rust' })).toEqual({ action: 'correct', label: 'healthy' })
  })

  it('confirms nothing where nobody said what it shows', () => {
    expect(reviewOf('confirm', { label: null })).toBeNull()
    expect(reviewOf('refuse', { label: null })).toEqual({ action: 'refuse' })
  })
})
