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

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Returns the action of a key. Combinations with Ctrl, Alt or Command are left to the browser. */
export const getBoardAction = ({ key, ctrlKey, metaKey, altKey }: KeyPress): BoardAction | undefined =>
  ctrlKey || metaKey || altKey ? undefined : boardShortcuts[key.toLowerCase()]
