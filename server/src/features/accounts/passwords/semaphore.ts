import PQueue from 'p-queue'
import { apiError } from '../../../platform/http/api-error.ts'

/**
 * Creates a counting semaphore with a bounded queue. The returned function runs a task when a slot is free.
 * @throws overloaded immediately if `maxQueued` tasks are already waiting
 */
export function createSemaphore({ maxConcurrent, maxQueued }: { maxConcurrent: number; maxQueued: number }) {
  const queue = new PQueue({ concurrency: maxConcurrent })
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (queue.size >= maxQueued) throw apiError('overloaded', { retryAfter: 2 })
    return queue.add(task)
  }
}
