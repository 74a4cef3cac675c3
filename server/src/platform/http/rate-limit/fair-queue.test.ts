import { describe, expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const limits = {
  maxConcurrent: 2,
  maxConcurrentPerClient: 1,
  maxQueued: 6,
  maxQueuedPerNetwork: 4,
  maxQueuedPerAccount: 2,
}

/** A queue whose tasks end on demand. */
function createTestQueue() {
  const queue = createFairQueue(limits)
  const started: string[] = []
  const finishers = new Map<string, () => void>()
  const results = new Map<string, string>()
  const add = (name: string, key: string, isKnownDevice = false) => {
    const done = queue({ key, isKnownDevice }, () => {
      started.push(name)
      return new Promise<void>(resolve => finishers.set(name, resolve))
    })
    done.then(
      () => results.set(name, 'done'),
      error => results.set(name, error.code),
    )
  }
  /** Lets all promises settle; nothing here waits for a timer or for input. */
  const settle = () => new Promise<void>(resolve => setImmediate(resolve))
  const finish = async (name: string) => {
    finishers.get(name)?.()
    await settle()
  }
  return { queue, add, finish, settle, started, results }
}

describe('a fair queue', () => {
  it('lets networks take turns, however many tasks one of them has waiting', async () => {
    const { add, finish, settle, started } = createTestQueue()
    for (const name of ['a1', 'a2', 'a3', 'a4']) add(name, 'a')
    add('b1', 'b')
    add('c1', 'c')
    add('b2', 'b')
    await settle()
    // One slot is left to others than the first network.
    expect(started).toEqual(['a1', 'b1'])
    await finish('a1')
    expect(started.at(-1)).toBe('a2')
    // The first network has had its turn: three of its tasks wait, and the others come first.
    await finish('a2')
    expect(started.at(-1)).toBe('c1')
    await finish('b1')
    expect(started.at(-1)).toBe('b2')
    await finish('c1')
    expect(started.at(-1)).toBe('a3')
    expect(started).toHaveLength(6)
  })

  it('runs known devices first, and at most two waiting tasks of one account', async () => {
    const { add, finish, settle, started, results } = createTestQueue()
    add('a1', 'a')
    add('b1', 'b')
    add('c1', 'c')
    for (const name of ['amina 1', 'amina 2', 'amina 3']) add(name, 'amina@example.org', true)
    await settle()
    expect(results).toEqual(new Map([['amina 3', 'too_many_requests']]))
    await finish('a1')
    expect(started.at(-1)).toBe('amina 1')
    // The second task of the account waits for the first.
    await finish('b1')
    expect(started.at(-1)).toBe('c1')
    await finish('amina 1')
    expect(started.at(-1)).toBe('amina 2')
  })

  it('refuses a network with too many waiting tasks at once', async () => {
    const { add, settle, started, results } = createTestQueue()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) add(name, 'a')
    await settle()
    expect(started).toEqual(['a1'])
    expect(results).toEqual(new Map([['a6', 'too_many_requests']]))
  })

  it('when full, drops the newest task of the longest line for a newcomer with a shorter one', async () => {
    const { add, finish, settle, started, results } = createTestQueue()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) add(name, 'a')
    for (const name of ['b1', 'b2', 'b3']) add(name, 'b')
    await settle()
    expect([started, results.size]).toEqual([['a1', 'b1'], 0])
    add('c1', 'c')
    await settle()
    expect(results).toEqual(new Map([['a5', 'overloaded']]))
    add('known', 'amina@example.org', true)
    await settle()
    expect(results.get('a4')).toBe('overloaded')
    // The lines of a and b are not longer by more than one.
    add('b4', 'b')
    await settle()
    expect(results.get('b4')).toBe('overloaded')
    for (let index = 0; index < started.length; index++) await finish(started[index] ?? '')
    expect(results).toEqual(
      new Map([
        ...['a5', 'a4', 'b4'].map(name => [name, 'overloaded'] as const),
        ...['a1', 'known', 'c1', 'a2', 'b1', 'b2', 'a3', 'b3'].map(name => [name, 'done'] as const),
      ]),
    )
  })

  it('releases the slot of a task that fails, and passes on results', async () => {
    const { queue } = createTestQueue()
    const client = { key: 'a', isKnownDevice: false }
    const failing = queue(client, () => Promise.reject(new Error('broken')))
    const next = queue(client, async () => 'in')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('in')
  })
})
