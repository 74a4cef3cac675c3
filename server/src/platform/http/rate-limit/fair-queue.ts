import { apiError, tooManyRequests } from '../api-error.ts'

/** Who waits for a slot: a network, or an account on a device that it knows. */
export type QueueClient = { key: string; isKnownDevice: boolean }

type Limits = {
  /** Tasks that run at the same time. */
  maxConcurrent: number
  /** Tasks of one client that run at the same time. */
  maxConcurrentPerClient: number
  /** Tasks that wait, of all clients. */
  maxQueued: number
  /** Tasks of one network that wait. */
  maxQueuedPerNetwork: number
  /** Tasks of one account on known devices that wait. */
  maxQueuedPerAccount: number
}

type Waiting = { start: () => void; reject: (error: Error) => void }
type Lane = Map<string, Waiting[]>

/** Runs a task when it is the client's turn. */
export type FairQueue = <T>(client: QueueClient, task: () => Promise<T>) => Promise<T>

/** A slot is free again within a few seconds. */
const retryAfterSeconds = 2

/**
 * Creates a bounded queue that no client can fill for the others (fair queuing, RFC 970): clients take turns, whatever
 * number of tasks each has waiting, and known devices come first. If the queue is full, the newest task of the longest
 * line makes room (longest queue drop, Suter et al. 1998).
 * @throws too_many_requests immediately for a client with too many waiting tasks, overloaded if the queue is full
 */
export function createFairQueue(limits: Limits): FairQueue {
  const knownDevices: Lane = new Map()
  const strangers: Lane = new Map()
  const running = new Map<string, number>()
  let runningCount = 0
  let waitingCount = 0

  const startNext = () => {
    while (runningCount < limits.maxConcurrent && (startFirst(knownDevices) || startFirst(strangers)));
  }

  /** Starts the first task of the client whose turn it is, and moves the client to the end of the lane. */
  function startFirst(lane: Lane): boolean {
    for (const [key, waiting] of lane) {
      if ((running.get(key) ?? 0) >= limits.maxConcurrentPerClient) continue
      const next = waiting.shift()
      lane.delete(key)
      if (waiting.length > 0) lane.set(key, waiting)
      if (!next) continue
      waitingCount -= 1
      changeRunning(key, 1)
      next.start()
      return true
    }
    return false
  }

  function changeRunning(key: string, change: 1 | -1): void {
    runningCount += change
    const count = (running.get(key) ?? 0) + change
    if (count > 0) running.set(key, count)
    else running.delete(key)
  }

  /** Rejects the newest task of the network that has most waiting, if that is more than `length`. */
  function dropFromLongestLine(length: number): boolean {
    const [longest] = [...strangers.values()].sort((a, b) => b.length - a.length)
    if (!longest || longest.length <= length) return false
    longest.pop()?.reject(apiError('overloaded', { retryAfter: retryAfterSeconds }))
    waitingCount -= 1
    return true
  }

  return async <T>({ key: name, isKnownDevice }: QueueClient, task: () => Promise<T>): Promise<T> => {
    const lane = isKnownDevice ? knownDevices : strangers
    const key = `${isKnownDevice ? 'account' : 'network'} ${name}`
    const waiting = lane.get(key) ?? []
    const max = isKnownDevice ? limits.maxQueuedPerAccount : limits.maxQueuedPerNetwork
    if (waiting.length >= max) throw tooManyRequests(retryAfterSeconds)
    if (waitingCount >= limits.maxQueued && !dropFromLongestLine(isKnownDevice ? 0 : waiting.length + 1))
      throw apiError('overloaded', { retryAfter: retryAfterSeconds })
    await new Promise<void>((start, reject) => {
      waiting.push({ start, reject })
      lane.set(key, waiting)
      waitingCount += 1
      startNext()
    })
    try {
      return await task()
    } finally {
      changeRunning(key, -1)
      startNext()
    }
  }
}
