import { describe, expect, it } from 'vitest'
import { actOf } from './board-keys.ts'

const pressed = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
  actOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

describe('a key on a post', () => {
  it('means its act, also with Caps Lock', () => {
    expect(['j', 'k', 'a', 'F', 'u', 'X', 'c', 'z', '/'].map(key => pressed(key))).toEqual([
      'next',
      'previous',
      'approve',
      'flag',
      'unflag',
      'select',
      'comments',
      'undo',
      'search',
    ])
  })

  it('is the browser’s with Ctrl, Alt or Command, and where it means nothing here', () => {
    expect([pressed('a', { ctrlKey: true }), pressed('f', { metaKey: true }), pressed('j', { altKey: true })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([pressed('q'), pressed('Enter'), pressed('Tab')]).toEqual([undefined, undefined, undefined])
  })
})
