export type BoardAction =
  | 'next'
  | 'previous'
  | 'approve'
  | 'answer'
  | 'flag'
  | 'unflag'
  | 'select'
  | 'comments'
  | 'undo'
  | 'search'
  | 'help'

/** Keyboard shortcuts of a focused post, in the order of the help line. */
export const boardShortcuts: Readonly<Record<string, BoardAction>> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'answer',
  f: 'flag',
  u: 'unflag',
  x: 'select',
  c: 'comments',
  z: 'undo',
  '/': 'search',
  '?': 'help',
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>

/**
 * Returns the action of a key. Combinations with Ctrl, Alt or Command are left to the browser. A key that is held only
 * moves the focus, so that no post is moderated unread.
 */
export function getBoardAction({ key, ctrlKey, metaKey, altKey, repeat }: KeyPress): BoardAction | undefined {
  const action = ctrlKey || metaKey || altKey ? undefined : boardShortcuts[key.toLowerCase()]
  return repeat && action !== 'next' && action !== 'previous' ? undefined : action
}
