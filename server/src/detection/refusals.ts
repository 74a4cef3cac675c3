import { VisionError } from '@kutu/vision/vision-error'
import { refuse } from '../http/errors.ts'

/** Waits for the model's answer; a photo that it cannot read becomes the refusal of the same word. */
export async function refusingBadPhotos<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof VisionError)) throw error
    throw error.word === 'overloaded' ? refuse('overloaded', { retryAfter: 5 }) : refuse(error.word)
  }
}
