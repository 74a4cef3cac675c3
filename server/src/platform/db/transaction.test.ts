import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { signUpFarmer } from '../../testing/server/test-users.ts'
import { runOnce } from '../http/idempotency.ts'
import type { Tx } from './database.ts'
import { withTransaction } from './transaction.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const acquireLock = (tx: Tx, lock: number) => sql`select pg_advisory_xact_lock(${lock})`.execute(tx)

/** Creates two transactions that take the same two locks in opposite orders and hold one each before they continue. */
function createDeadlock() {
  let runCount = 0
  let arrived = 0
  let release: () => void = () => undefined
  const bothHoldFirst = new Promise<void>(resolve => {
    release = resolve
  })
  const lockInOrder = (first: number, second: number) => async (tx: Tx) => {
    runCount++
    await acquireLock(tx, first)
    if (++arrived === 2) release()
    await bothHoldFirst
    await acquireLock(tx, second)
    return first
  }
  return { forward: lockInOrder(1, 2), backward: lockInOrder(2, 1), runCount: () => runCount }
}

describe('a transaction aborted by a deadlock', () => {
  it('is retried, and both succeed', async () => {
    const { forward, backward, runCount } = createDeadlock()
    expect(await Promise.all([withTransaction(server.app, forward), withTransaction(server.app, backward)])).toEqual([
      1, 2,
    ])
    expect(runCount()).toBe(3)
  })

  it('is retried together with its Idempotency-Key, whose reply is then stored once', async () => {
    const { forward, backward, runCount } = createDeadlock()
    const { id: scope } = await signUpFarmer(server)
    const idempotentRequest = (key: string) => ({ scope, key, call: 'a test', requestHash: 'the same' })
    const runWithKey = (key: string, work: (tx: Tx) => Promise<number>) =>
      runOnce(server.app, idempotentRequest(key), async tx => ({
        status: 201,
        body: await work(tx),
      }))
    const results = await Promise.all([runWithKey('there', forward), runWithKey('back', backward)])
    expect(results.map(({ body }) => body)).toEqual([1, 2])
    expect(runCount()).toBe(3)
    expect(await runWithKey('there', forward)).toEqual({ status: 201, body: 1 })
    expect(runCount()).toBe(3)
  })
})

it('a transaction that keeps failing is given up, and an error that is not transient is not retried', async () => {
  let runCount = 0
  const failWith = (code: string) =>
    withTransaction(server.app, async tx => {
      runCount++
      await sql`do ${sql.raw(`$$ begin raise exception 'not now' using errcode = '${code}'; end $$`)}`.execute(tx)
    })
  await expect(failWith('40001')).rejects.toThrow('not now')
  expect(runCount).toBe(4)
  await expect(failWith('23514')).rejects.toThrow('not now')
  expect(runCount).toBe(5)
})
