import { describe, expect, it } from 'vitest'
import { getBoardAction } from './board-shortcuts.ts'

type Modifiers = Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'repeat', boolean>>
const actionForKey = (key: string, modifiers: Modifiers = {}) =>
  getBoardAction({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...modifiers })

describe('a keyboard shortcut on a post', () => {
  it('triggers its action, also with Caps Lock', () => {
    expect(['j', 'k', 'a', 'r', 'F', 'u', 'X', 'c', 'z', '/', '?'].map(key => actionForKey(key))).toEqual([
      'next',
      'previous',
      'approve',
      'answer',
      'flag',
      'unflag',
      'select',
      'comments',
      'undo',
      'search',
      'help',
    ])
  })

  it('is left to the browser with Ctrl, Alt or Command, or if it has no action', () => {
    expect([
      actionForKey('a', { ctrlKey: true }),
      actionForKey('f', { metaKey: true }),
      actionForKey('j', { altKey: true }),
    ]).toEqual([undefined, undefined, undefined])
    expect([actionForKey('q'), actionForKey('Enter'), actionForKey('Tab')]).toEqual([undefined, undefined, undefined])
  })
})
