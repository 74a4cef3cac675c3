import { VisionError } from '@kutu/vision/vision-error'
import { apiError } from '../../platform/http/api-error.ts'

/** Awaits a result of the model and maps its VisionError to the ApiError with the same code. */
export async function mapVisionErrors<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (error) {
    if (!(error instanceof VisionError)) throw error
    throw error.code === 'overloaded' ? apiError('overloaded', { retryAfter: 5 }) : apiError(error.code)
  }
}
