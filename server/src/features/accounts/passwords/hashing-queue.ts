import PQueue from 'p-queue'
import { apiError, tooManyRequests } from '../../../platform/http/api-error.ts'

/** Who waits for a slot: a network, or an account on a device that it knows. */
export type QueueClient = { key: string; isKnownDevice: boolean }

type Limits = {
  /** Tasks that run at the same time. */
  concurrency: number
  /** Tasks that wait. Known devices may make it twice as many. */
  maxQueued: number
  /** Tasks of one network that wait or run. */
  maxPerNetwork: number
  /** Tasks of one account on known devices that wait or run. */
  maxPerAccount: number
}

/** A slot is free again within a few seconds. */
const retryAfterSeconds = 2

/**
 * Creates a bounded queue. The more tasks a client has in it, the later its next one runs, so networks take turns; known
 * devices come first.
 * @throws too_many_requests for a client with too many tasks, overloaded if the queue is full
 */
export function createHashingQueue({ concurrency, maxQueued, maxPerNetwork, maxPerAccount }: Limits) {
  const queue = new PQueue({ concurrency })
  const counts = new Map<string, number>()
  return async <T>({ key: name, isKnownDevice }: QueueClient, task: () => Promise<T>): Promise<T> => {
    const key = `${isKnownDevice ? 'account' : 'network'} ${name}`
    const count = counts.get(key) ?? 0
    if (count >= (isKnownDevice ? maxPerAccount : maxPerNetwork)) throw tooManyRequests(retryAfterSeconds)
    if (queue.size >= maxQueued * (isKnownDevice ? 2 : 1))
      throw apiError('overloaded', { retryAfter: retryAfterSeconds })
    counts.set(key, count + 1)
    try {
      return await queue.add(task, { priority: (isKnownDevice ? maxPerNetwork : 0) - count })
    } finally {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }
}
