import type { TrainingLabel } from '@kutu/contract/training/training-images'

export type ReviewAction = TrainingLabel | 'refuse' | 'skip'

/** Keyboard shortcuts while the photo has the focus, in the order of the help text. */
export const reviewKeys: Readonly<Record<string, ReviewAction>> = {
  r: 'common_rust',
  h: 'healthy',
  o: 'other_disease',
  x: 'refuse',
  n: 'skip',
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>

/**
 * Returns the action of a key without modifiers. Repeated events of a held key are ignored, so that one press reviews
 * one photo.
 */
export const getReviewAction = ({ key, ctrlKey, metaKey, altKey, repeat }: KeyPress): ReviewAction | undefined =>
  ctrlKey || metaKey || altKey || repeat ? undefined : reviewKeys[key.toLowerCase()]
