export type BoardAction =
  | 'next'
  | 'previous'
  | 'approve'
  | 'flag'
  | 'unflag'
  | 'select'
  | 'comments'
  | 'undo'
  | 'search'

/** What a key does while a post has the focus; also the order of the help line. */
export const boardShortcuts: Readonly<Record<string, BoardAction>> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  f: 'flag',
  u: 'unflag',
  x: 'select',
  c: 'comments',
  z: 'undo',
  '/': 'search',
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The act of a key alone: with Ctrl, Alt or Command it is the browser's. */
export const getBoardAction = ({ key, ctrlKey, metaKey, altKey }: KeyPress): BoardAction | undefined =>
  ctrlKey || metaKey || altKey ? undefined : boardShortcuts[key.toLowerCase()]
