// @vitest-environment happy-dom
import '../../testing/device-storage.ts'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeUser } from '../../testing/users.ts'
import { createQueryClient } from '../query-client.ts'
import { endSession, startSession } from '../session/session.ts'
import { createPersister, storeReplies } from './query-persistence.ts'
import { maxAgeMs, maxTotalBytes, readReply, writeReply } from './stored-replies.ts'

const farmer = makeUser('farmer')
const signIn = () => startSession({ access: 'access-token', refresh: 'refresh-token', user: farmer })
const read = (hash: string, ownerId = farmer.id) => readReply(ownerId, hash, Date.now())
const bookings = ['bookings', 'mine']
const hash = JSON.stringify(bookings)

/** Opens the app: a new client of the same user, as after a reload. */
function open(fetchReply: () => Promise<unknown>, queryKey: readonly string[] = bookings) {
  const client = createQueryClient(createPersister(farmer.id))
  storeReplies(client, farmer.id)
  const observer = new QueryObserver(client, { queryKey, queryFn: fetchReply, retry: false })
  const unsubscribe = observer.subscribe(() => undefined)
  closers.push(unsubscribe)
  return observer
}
const closers: (() => void)[] = []

/** Aborts a transaction as a browser does when the page is left, unless the page has committed it. */
function leavePage(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
  }
}

beforeEach(signIn)
afterEach(() => {
  for (const close of closers.splice(0)) close()
  endSession()
})

describe('stored replies', () => {
  it('answer after a reload without network, and stay although the request fails', async () => {
    const online = open(async () => ['monday'])
    await expect.poll(() => online.getCurrentResult().data).toEqual(['monday'])
    await expect.poll(async () => (await read(hash))?.data).toEqual(['monday'])

    const offline = open(() => Promise.reject(new Error('no network')))
    await expect.poll(() => offline.getCurrentResult().data).toEqual(['monday'])
  })

  it.each([0, 3600_000])('are replaced by the server’s reply, also when they are %i ms old', async age => {
    await writeReply(farmer.id, hash, { data: ['old'], updatedAt: Date.now() - age })
    const observer = open(async () => ['new'])
    await expect.poll(() => observer.getCurrentResult().data).toEqual(['new'])
    await expect.poll(async () => (await read(hash))?.data).toEqual(['new'])
  })

  it('are stored although the page is left at once', async () => {
    await writeReply(farmer.id, hash, { data: ['old'], updatedAt: Date.now() })
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const writing = writeReply(farmer.id, hash, { data: ['new'], updatedAt: Date.now() }).catch(() => undefined)
    // The database is open, so the write begins within microtasks.
    for (let i = 0; i < 20 && transactions.mock.results.length === 0; i++) await Promise.resolve()
    expect(transactions).toHaveBeenCalledOnce()
    for (const { value } of transactions.mock.results) leavePage(value)
    transactions.mockRestore()
    await writing
    expect((await read(hash))?.data).toEqual(['new'])
  })

  it('keep their age when they are only read', async () => {
    const updatedAt = Date.now() - 3600_000
    await writeReply(farmer.id, hash, { data: ['old'], updatedAt })
    const offline = open(() => Promise.reject(new Error('no network')))
    await expect.poll(() => offline.getCurrentResult().data).toEqual(['old'])
    await expect.poll(() => offline.getCurrentResult().dataUpdatedAt).toBe(updatedAt)
    expect((await read(hash))?.updatedAt).toBe(updatedAt)
  })

  it('hold nothing of screens that are not for the field', async () => {
    const observer = open(async () => ['device'], ['devices'])
    await expect.poll(() => observer.getCurrentResult().data).toEqual(['device'])
    expect(await read('["devices"]')).toBeUndefined()
  })

  it('belong to one user', async () => {
    await writeReply('somebody else', hash, { data: ['private'], updatedAt: Date.now() })
    expect(await read(hash)).toBeUndefined()
  })

  it('are erased when the session ends, and a late reply is not stored', async () => {
    let answer: ((data: string[]) => void) | undefined
    const late = open(
      () =>
        new Promise(resolve => {
          answer = resolve
        }),
    )
    await expect.poll(() => answer).toBeDefined()
    await writeReply(farmer.id, '["posts"]', { data: ['post'], updatedAt: Date.now() })
    endSession()
    answer?.(['late'])
    await expect.poll(() => late.getCurrentResult().data).toEqual(['late'])
    expect(await read('["posts"]')).toBeUndefined()
    expect(await read(hash)).toBeUndefined()
  })

  it('expire', async () => {
    await writeReply(farmer.id, hash, { data: ['old'], updatedAt: Date.now() - maxAgeMs - 1 })
    expect(await read(hash)).toBeUndefined()
  })

  it('take at most 20 MB: the oldest go first, and one that is too large is not stored', async () => {
    const large = 'x'.repeat(Math.floor(maxTotalBytes / 3))
    const now = Date.now()
    for (const [i, name] of ['a', 'b', 'c', 'd'].entries())
      await writeReply(farmer.id, name, { data: large, updatedAt: now + i })
    const isKept = await Promise.all(['a', 'b', 'c', 'd'].map(async name => (await read(name)) !== undefined))
    expect(isKept).toEqual([false, false, true, true])
    await writeReply(farmer.id, 'e', { data: 'x'.repeat(maxTotalBytes), updatedAt: now + 9 })
    expect(await read('e')).toBeUndefined()
    expect(await read('d')).toBeDefined()
  })
})
