export type BoardAct = 'next' | 'previous' | 'approve' | 'flag' | 'unflag' | 'select' | 'comments' | 'undo' | 'search'

/** What a key does while a post has the focus; also the order of the help line. */
export const boardKeys: Readonly<Record<string, BoardAct>> = {
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

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The act of a key alone: with Ctrl, Alt or Command it is the browser's. */
export const actOf = ({ key, ctrlKey, metaKey, altKey }: Pressed): BoardAct | undefined =>
  ctrlKey || metaKey || altKey ? undefined : boardKeys[key.toLowerCase()]
