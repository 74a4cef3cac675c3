import { describe, expect, it } from 'vitest'
import { createHashingQueue } from './password-hashing.ts'

/** A queue whose tasks end on demand. */
function createTestQueue() {
  const queue = createHashingQueue({ concurrency: 2, maxQueued: 6, maxPerNetwork: 5, maxPerAccount: 2 })
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

describe('the queue of password hashes', () => {
  it('lets networks take turns, however many tasks one of them has waiting', async () => {
    const { add, finish, settle, started } = createTestQueue()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) add(name, 'a')
    add('b1', 'b')
    add('c1', 'c')
    add('b2', 'b')
    await settle()
    for (let index = 0; index < 8; index++) await finish(started[index] ?? '')
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'b2', 'a3', 'a4', 'a5'])
  })

  it('runs known devices first, and at most two tasks of one account', async () => {
    const { add, finish, settle, started, results } = createTestQueue()
    for (const name of ['a1', 'b1', 'c1']) add(name, name)
    for (const name of ['amina 1', 'amina 2', 'amina 3']) add(name, 'amina@example.org', true)
    await settle()
    expect(results).toEqual(new Map([['amina 3', 'too_many_requests']]))
    for (let index = 0; index < 5; index++) await finish(started[index] ?? '')
    expect(started).toEqual(['a1', 'b1', 'amina 1', 'amina 2', 'c1'])
  })

  it('refuses a network with too many tasks at once', async () => {
    const { add, settle, started, results } = createTestQueue()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) add(name, 'a')
    await settle()
    expect(started).toEqual(['a1', 'a2'])
    expect(results).toEqual(new Map([['a6', 'too_many_requests']]))
  })

  it('when full, admits known devices only', async () => {
    const { add, settle, results } = createTestQueue()
    for (const name of ['a1', 'a2', 'a3', 'a4']) add(name, 'a')
    for (const name of ['b1', 'b2', 'b3', 'b4']) add(name, 'b')
    add('c1', 'c')
    add('known', 'amina@example.org', true)
    await settle()
    expect(results).toEqual(new Map([['c1', 'overloaded']]))
  })

  it('releases the slot of a task that fails, and passes on results', async () => {
    const { queue } = createTestQueue()
    const client = { key: 'a', isKnownDevice: false }
    for (let count = 0; count < 6; count++)
      await expect(queue(client, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await queue(client, async () => 'in')).toBe('in')
  })
})
