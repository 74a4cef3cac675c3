import { apiError } from '../../../platform/http/api-error.ts'

/**
 * Creates a counting semaphore with a bounded queue. The returned function runs a task when a slot is free.
 * @throws overloaded immediately if `maxQueued` tasks are already waiting
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
    // release() passes its slot directly to this waiter, so that no new task can take it first.
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
