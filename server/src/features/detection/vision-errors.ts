import { VisionError } from '@kutu/vision/vision-error'
import { apiError } from '../../platform/http/api-error.ts'

/** Waits for the model's answer; a photo that it cannot read becomes the refusal of the same word. */
export async function mapVisionErrors<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (error) {
    if (!(error instanceof VisionError)) throw error
    throw error.code === 'overloaded' ? apiError('overloaded', { retryAfter: 5 }) : apiError(error.code)
  }
}
