import { describe, expect, it } from 'vitest'
import { getReviewAction } from './review-keys.ts'

const press = (key: string, modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'repeat', boolean>> = {}) =>
  getReviewAction({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...modifiers })

describe('a keyboard shortcut in the review', () => {
  it('maps to its action, also with Caps Lock', () => {
    expect(['R', 'h', 'o', 'x', 'n'].map(key => press(key))).toEqual([
      'common_rust',
      'healthy',
      'other_disease',
      'refuse',
      'skip',
    ])
  })

  it('is ignored on repeat and with a modifier', () => {
    expect([press('r', { repeat: true }), press('r', { ctrlKey: true }), press('Tab')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
