import { refuse } from '../http/errors.ts'

/**
 * Lets only so many works run at once and so many wait.
 * @throws overloaded at once when the queue is full
 */
export function gate({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0
  const queue: (() => void)[] = []
  const enter = async () => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queue.length >= waiting) throw refuse('overloaded', { retryAfter: 2 })
    // The one who leaves hands over the place, so that nobody slips in between.
    await new Promise<void>(resolve => queue.push(resolve))
  }
  const leave = () => {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
