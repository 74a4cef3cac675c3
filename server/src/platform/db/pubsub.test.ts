import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { silentLogger } from '../../testing/database/data-folder.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { openPubSub } from './pubsub.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function listListeners(): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'kutu pubsub'",
  )
  return rows.map(({ pid }) => pid)
}

it('opens no new connection for subscribers that come back while it is closing', async () => {
  const pubsub = openPubSub(database.url, silentLogger)
  const returned: Promise<unknown>[] = []
  const subscribe = () => pubsub.subscribe(['topic'], topic => topic === undefined && returned.push(subscribe()))
  await subscribe()
  expect(await listListeners()).toHaveLength(1)
  await pubsub.close()
  await expect.poll(() => returned).toHaveLength(1)
  await expect(returned[0]).rejects.toThrow('closed')
  await expect.poll(listListeners).toEqual([])
})

it('tells subscribers that the connection was lost, and they come back on one new connection', async () => {
  const pubsub = openPubSub(database.url, silentLogger)
  onTestFinished(() => pubsub.close())
  const received: (string | undefined)[] = []
  const subscribe = () => pubsub.subscribe(['topic'], topic => received.push(topic))
  const unsubscribe = await subscribe()
  const [pid] = await listListeners()
  await database.pool.query('select pg_terminate_backend($1)', [pid])
  await expect.poll(() => received).toEqual([undefined])
  unsubscribe()
  await subscribe()
  expect(await listListeners()).toHaveLength(1)
  await database.pool.query("select pg_notify('kutu', 'topic')")
  await expect.poll(() => received).toEqual([undefined, 'topic'])
})
