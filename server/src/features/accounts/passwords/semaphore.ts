import { apiError } from '../../../platform/http/api-error.ts'

/**
 * Lets only so many works run at once and so many wait.
 * @throws overloaded at once when the queue is full
 */
export function createSemaphore({ maxConcurrent, maxQueued }: { maxConcurrent: number; maxQueued: number }) {
  let running = 0
  const queue: (() => void)[] = []
  const acquire = async () => {
    if (running < maxConcurrent) {
      running += 1
      return
    }
    if (queue.length >= maxQueued) throw apiError('overloaded', { retryAfter: 2 })
    // The one who leaves hands over the place, so that nobody slips in between.
    await new Promise<void>(resolve => queue.push(resolve))
  }
  const release = () => {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
  return async <T>(task: () => Promise<T>): Promise<T> => {
    await acquire()
    try {
      return await task()
    } finally {
      release()
    }
  }
}
