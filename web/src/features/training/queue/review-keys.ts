import type { TrainingLabel } from '@kutu/contract/training/training-images'

export type ReviewAction = 'confirm' | TrainingLabel | 'refuse' | 'skip'

/** What a key does while the photo has the focus; also the order of the help line. */
export const reviewKeys: Readonly<Record<string, ReviewAction>> = {
  c: 'confirm',
  r: 'common_rust',
  h: 'healthy',
  o: 'other_disease',
  x: 'refuse',
  n: 'skip',
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>

/** The act of a key alone; a key that is held down judges one photo, not all that follow. */
export const getReviewAction = ({ key, ctrlKey, metaKey, altKey, repeat }: KeyPress): ReviewAction | undefined =>
  ctrlKey || metaKey || altKey || repeat ? undefined : reviewKeys[key.toLowerCase()]
