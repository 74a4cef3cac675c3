// @database embedded
// @slow

import { contract } from '@kutu/contract/contract'
import type { Endpoint } from '@kutu/contract/endpoint'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { CheckResult } from '../../../features/admin/doctor/check.ts'
import { checkReplica } from '../../../features/admin/doctor/check-replica.ts'
import { silentLogger } from '../../../testing/database/data-folder.ts'
import { runSql } from '../../../testing/database/run-sql.ts'
import { type ReplicatedDatabase, startReplicatedDatabase } from '../../../testing/database/streaming-replica.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { scrapeMetrics } from '../../../testing/metrics.ts'
import { waitUntil } from '../../../testing/processes/spawn-script.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpFarmer } from '../../../testing/server/test-users.ts'
import { replicaReads } from '../../observability/metrics.ts'
import { startMetricsServer } from '../../observability/metrics-server.ts'
import { openPool } from '../connection/open-database.ts'
import type { Db } from '../database.ts'
import { parsePosition, ReadReplica } from './read-replica.ts'
import { readAfterCatchUp, readPossiblyStale } from './replica-reads.ts'

type Setup = ReplicatedDatabase & { server: TestServer; reader: ReadReplica }

async function setUp({ maxLagMs = 60_000 } = {}): Promise<Setup> {
  const databases = await startReplicatedDatabase()
  const pool = openPool(databases.primary.url, 8, () => undefined)
  const options = { url: databases.replica.url, primary: pool, poolSize: 4, log: silentLogger, intervalMs: 50 }
  const reader = new ReadReplica({ ...options, maxLagMs })
  const database = { pool, url: databases.primary.url, close: () => pool.end() }
  const server = await startTestServer({}, { database })
  onTestFinished(async () => {
    await reader.close()
    await server.close()
  })
  server.app.replica = reader
  await reader.start()
  await waitUntil(async () => reader.status.state === 'available')
  return { ...databases, server, reader }
}

async function countReads(server: 'replica' | 'primary' | 'primary_after_failure'): Promise<number> {
  const { values } = await replicaReads.get()
  return values.find(({ labels }) => labels.server === server)?.value ?? 0
}

/** Returns the server that answered a call. */
async function findServer(send: () => Promise<unknown>): Promise<string[]> {
  const servers = ['replica', 'primary', 'primary_after_failure'] as const
  const before = await Promise.all(servers.map(countReads))
  await send()
  const after = await Promise.all(servers.map(countReads))
  return servers.filter((_, i) => after[i] !== before[i])
}

/** A disease whose trend is stored, on the primary. */
const subject = { country: 'UG', crop: 'maize', disease: 'common_rust' }
const readMap = ({ server }: Setup, cookie?: string) =>
  server.request('GET /api/surveillance/map/', { query: subject, ...(cookie && { headers: { cookie } }) })
const countUsers = async (db: Db) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from users`.execute(db)
  return rows[0]?.count
}

it('reads every list that may be stale from the replica, which changes nothing', async () => {
  const setup = await setUp()
  const { server, reader } = setup
  const [admin, farmer] = [await createTestAdmin(server), await signUpFarmer(server)]
  await reader.catchUp()
  const endpoints = Object.values(contract)
    .flatMap(feature => Object.values<Endpoint>(feature))
    .filter(({ mayBeStale }) => mayBeStale)
  expect(endpoints.length).toBeGreaterThan(8)
  for (const { method, path, access } of endpoints) {
    const { token } = access === 'farmer' ? farmer : admin
    const query = path.includes('surveillance') ? { ...subject, state: 'open' } : {}
    const servers = await findServer(async () => {
      expect([path, (await server.request(`${method} ${path}`, { token, query })).status]).toEqual([path, 200])
    })
    expect([path, servers]).toEqual([path, ['replica']])
  }
  await expect(sql`delete from users`.execute(reader.db)).rejects.toMatchObject({ code: '25006' })
})

it('keeps whoever has just written on the primary', async () => {
  const setup = await setUp()
  const { server } = setup
  const farmer = await signUpFarmer(server)
  const body = { farm_location: 'Here', farm_size: 2, crop_types: ['MAIZE'], district: 'UG-mbale' }
  const { headers } = await server.request('PUT /api/account/farm/', { token: farmer.token, body })
  const cookie = headers.getSetCookie().find(each => each.startsWith('wrote=')) ?? ''
  expect(cookie).toMatch(/^wrote=1; Max-Age=61; Path=\/; HttpOnly; SameSite=Strict$/)
  expect(await findServer(() => readMap(setup, cookie.split(';')[0]))).toEqual([])
  expect(await findServer(() => readMap(setup))).toEqual(['replica'])
})

it('reads from the primary while the replica lags more than allowed, and returns to it', async () => {
  const setup = await setUp({ maxLagMs: 300 })
  const { server, reader, replica, primary } = setup
  await replica.pause()
  await signUpFarmer(server)
  await waitUntil(async () => reader.status.state === 'lagging')
  expect(reader.status.lagMs).toBeGreaterThan(300)
  expect(await findServer(() => readMap(setup))).toEqual(['primary'])
  await replica.resume()
  await waitUntil(async () => reader.status.state === 'available')
  expect(await findServer(() => readMap(setup))).toEqual(['replica'])
  const count = await runSql(primary.url, 'select count(*)::int as count from users')
  await reader.catchUp()
  expect(await readPossiblyStale(server.app, countUsers)).toBe(count.rows[0].count)
})

it('does not take a replica for late because nothing is written', async () => {
  const { reader } = await setUp({ maxLagMs: 300 })
  const states = new Set<string>()
  for (let measurement = 0; measurement < 30; measurement++) {
    await reader.measure()
    states.add(reader.status.state)
  }
  expect([...states]).toEqual(['available'])
})

it('reads from the primary at once when the replica goes down, and from the replica after it is back', async () => {
  const setup = await setUp()
  const { reader, replica } = setup
  await replica.stop()
  const [servers] = await findServer(async () => expect((await readMap(setup)).status).toBe(200))
  // The next measurement may have noticed it before the read.
  expect(servers).toMatch(/^primary/)
  await waitUntil(async () => reader.status.state === 'away')
  expect(await findServer(() => readMap(setup))).toEqual(['primary'])
  await replica.start()
  await waitUntil(async () => reader.status.state === 'available')
  expect(await findServer(() => readMap(setup))).toEqual(['replica'])
})

it('repeats a statement on the primary that the replica canceled for its recovery', async () => {
  const { server, reader, primary, replica } = await setUp()
  await runSql(primary.url, 'create table probe as select 7 as answer')
  await reader.catchUp()
  // It would sleep on the replica until it is canceled.
  const read = async (db: Db) => {
    const { rows } = await sql<{ answer: number }>`
      select answer, case when pg_is_in_recovery() then pg_sleep(60) end from probe`.execute(db)
    return rows[0]?.answer
  }
  const servers = await findServer(async () => {
    const result = readPossiblyStale(server.app, read)
    const running = `select from pg_stat_activity where query like '%from probe' and wait_event = 'PgSleep'`
    await waitUntil(async () => (await runSql(replica.superuserUrl, running)).rowCount === 1)
    await runSql(primary.url, 'alter table probe add column other int')
    expect(await result).toBe(7)
  })
  expect(servers).toEqual(['primary_after_failure'])
  expect(reader.status.state).toBe('available')
})

it('passes on errors that are none of the replica', async () => {
  const { server } = await setUp()
  const fail = readPossiblyStale(server.app, async () => {
    throw new Error('a bug')
  })
  await expect(fail).rejects.toThrow('a bug')
})

it('gives an export everything that was committed before, from whichever server has it', async () => {
  const { server, replica } = await setUp()
  await signUpFarmer(server)
  const count = await countUsers(server.app.db)
  expect(await findServer(async () => expect(await readAfterCatchUp(server.app, countUsers)).toBe(count))).toEqual([
    'replica',
  ])
  await replica.pause()
  await signUpFarmer(server)
  expect(
    await findServer(async () => expect(await readAfterCatchUp(server.app, countUsers)).toBe((count ?? 0) + 1)),
  ).toEqual([])
  await replica.resume()
})

it('uses no server that is not a replica of this database', async () => {
  const { primary } = await startReplicatedDatabase()
  const database = await createTestDatabase()
  onTestFinished(database.close)
  const pool = openPool(primary.url, 2, () => undefined)
  onTestFinished(() => pool.end())
  for (const url of [primary.url, database.url, primary.url.replace(/:\d+\//, ':2/')]) {
    const reader = new ReadReplica({ url, primary: pool, maxLagMs: 60_000, poolSize: 2, log: silentLogger })
    onTestFinished(() => reader.close())
    await reader.measure()
    expect(reader.status).toEqual({ state: 'away', lagMs: null })
  }
})

it('is checked by kutu doctor', async () => {
  const { server, primary, replica } = await setUp()
  const check = (url: string, maxLagMs = 1000) =>
    checkReplica({
      ...{ config: { ...server.app.config, databaseUrl: primary.url, readReplica: { url, maxLagMs } } },
      ...{ clock: server.clock, timeoutMs: 2000, modelsDir: '', modelChecksums: undefined, sendMailTo: undefined },
    })
  const expectResult = (results: CheckResult[], status: string, message: RegExp) =>
    expect(results).toEqual([expect.objectContaining({ status, message: expect.stringMatching(message) })])
  expectResult(await check(replica.url), 'ok', /is 0\.\d seconds behind/)
  expectResult(await check(primary.url), 'error', /no streaming replica/)
  await replica.pause()
  await signUpFarmer(server)
  expectResult(await check(replica.url), 'warning', /more than \d/)
  await replica.stop()
  expectResult(await check(replica.url), 'warning', /does not answer/)
})

it('has its state and lag in the metrics', async () => {
  const { server } = await setUp()
  const metrics = await startMetricsServer(
    { port: 0, host: '127.0.0.1' },
    { log: silentLogger, tasks: [], getObserved: () => ({ app: server.app, pool: server.app.pool }) },
  )
  onTestFinished(() => metrics.close())
  const { value, samples } = await scrapeMetrics(metrics.url)
  expect(value('kutu_read_replica_state', { state: 'available' })).toBe(1)
  expect(value('kutu_read_replica_state')).toBe(1)
  expect(samples.filter(({ name }) => name === 'kutu_read_replica_lag_seconds')).toHaveLength(1)
})

it('reads positions of the log as numbers', () => {
  expect(parsePosition('0/0')).toBe(0n)
  expect(parsePosition('16/B374D848')).toBe(0x16b374d848n)
  expect(parsePosition('1/0') > parsePosition('0/FFFFFFFF')).toBe(true)
})
