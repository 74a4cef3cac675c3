// @slow

import { pino } from 'pino'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  createDataFolder,
  migratedTemplate,
  silentLogger,
  startPostgresIn,
} from '../../../testing/database/data-folder.ts'
import { createTcpProxy } from '../../../testing/database/tcp-proxy.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { spawnScript, waitUntil } from '../../../testing/processes/spawn-script.ts'
import { isAlive, readPidFile } from '../../embedded-postgres/postmaster.ts'
import { locateCluster } from '../../embedded-postgres/system-user.ts'
import { FolderInUseError, StartupError } from '../../startup-error.ts'
import { openDatabase, openPool } from './open-database.ts'
import { requireTables } from './prepare-schema.ts'

const script = new URL('../../../testing/processes/database-process.ts', import.meta.url)
const options = { dataDir: '/nonexistent', log: silentLogger, poolSize: 2 }

let templateFolder = ''
beforeAll(async () => {
  templateFolder = await migratedTemplate()
})

async function createDatabaseUrl(): Promise<string> {
  const { url, close } = await createTestDatabase()
  onTestFinished(close)
  return url
}

test('a configured database is opened with statement timeouts, an application name and UTC', async () => {
  const { pool, ping, close } = await openDatabase({ ...options, databaseUrl: await createDatabaseUrl() })
  await ping()
  const { rows } = await pool.query(
    `select current_setting('statement_timeout') as statement, current_setting('TimeZone') as zone,
       current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`,
  )
  expect(rows).toEqual([{ statement: '30s', zone: 'UTC', idle: '1min', name: 'kutu' }])
  await close()
  await expect(ping()).rejects.toThrow()
})

test('a lost connection is reported without the client, which holds its cancel key and statements', async () => {
  const url = await createDatabaseUrl()
  const errors: Error[] = []
  const pools = [openPool(url, 1, error => errors.push(error)), openPool(url, 1, () => undefined)] as const
  const [lost, other] = pools
  const { rows } = await lost.query<{ pid: number }>('select pg_backend_pid() as pid')
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await waitUntil(() => errors.length > 0)
  expect(errors).toMatchObject([{ code: '57P01' }])
  expect(errors[0]).not.toHaveProperty('client')
  await Promise.all(pools.map(pool => pool.end()))
})

test('a lost connection is logged with its reason and without a stack', async () => {
  const url = await createDatabaseUrl()
  const lines: unknown[] = []
  const log = pino({ level: 'warn' }, { write: line => void lines.push(JSON.parse(line)) })
  const { pool, close } = await openDatabase({ ...options, databaseUrl: url, log, poolSize: 1 })
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const other = openPool(url, 1, () => undefined)
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await other.end()
  await waitUntil(() => lines.length > 0)
  expect(lines).toMatchObject([{ reason: 'terminating connection due to administrator command' }])
  expect(lines[0]).not.toHaveProperty('err')
  await close()
})

test('a command does not create tables in an empty database', async () => {
  const empty = await createTestDatabase({ isEmpty: true })
  onTestFinished(empty.close)
  const { pool, close } = await openDatabase({ ...options, databaseUrl: empty.url })
  await expect(requireTables(pool)).rejects.toThrow('The database has no tables yet.')
  await close()
})

test('a wrong password stops the start and does not appear in the message', async () => {
  const url = new URL(await createDatabaseUrl())
  url.username = 'kutu_stranger'
  url.password = 'not-to-be-shown'
  const openError = await openDatabase({ ...options, databaseUrl: url.href }).catch(error => error)
  expect(openError).toBeInstanceOf(StartupError)
  expect(openError.message).toContain(url.host)
  expect(openError.message).not.toContain('not-to-be-shown')
})

test('a missing database stops the start immediately', async () => {
  const url = new URL(await createDatabaseUrl())
  url.pathname = '/kutu_nowhere'
  await expect(openDatabase({ ...options, databaseUrl: url.href })).rejects.toThrow(/kutu_nowhere.*cannot be used/)
})

test('a server started before its database waits for it', async () => {
  const proxy = await createTcpProxy(await createDatabaseUrl())
  onTestFinished(proxy.stop)
  let isWaiting = false
  const onLog = () => {
    isWaiting = true
  }
  const opening = openDatabase({ ...options, log: { info: onLog, warn: onLog, error: onLog }, databaseUrl: proxy.url })
  await waitUntil(() => isWaiting)
  await proxy.start()
  const { close, ping } = await opening
  await ping()
  await close()
})

test('the pool recovers after the database was killed', async () => {
  const dataDir = createDataFolder({ template: templateFolder })
  const { pool, ping, close } = await openDatabase({ ...options, dataDir })
  onTestFinished(close)
  await pool.query('create table kept as select 7 as n')
  const client = await pool.connect()
  await client.query('begin')
  const pid = readPidFile(locateCluster(dataDir).folder)?.pid ?? 0
  process.kill(pid, 'SIGKILL')
  await waitUntil(() => !isAlive(pid))
  // The backend process may answer once more before it exits.
  await waitUntil(() =>
    client.query('select 1').then(
      () => false,
      () => true,
    ),
  )
  client.release(true)
  await waitUntil(() =>
    ping().then(
      () => true,
      () => false,
    ),
  )
  expect((await pool.query('select n from kept')).rows).toEqual([{ n: 7 }])
})

test('an unreleased connection does not block shutdown', async () => {
  const dataDir = createDataFolder({ template: templateFolder })
  const { pool, close } = await openDatabase({ ...options, dataDir })
  const client = await pool.connect()
  const pid = readPidFile(locateCluster(dataDir).folder)?.pid ?? 0
  await close()
  expect(isAlive(pid)).toBe(false)
  client.release(true)
})

test('a command beside a running server uses its database only with attachToRunning', async () => {
  const dataDir = createDataFolder({ template: templateFolder })
  const server = spawnScript(script, ['hold', dataDir])
  await server.waitForLine('started')
  await expect(openDatabase({ ...options, dataDir })).rejects.toThrow(FolderInUseError)
  const { ping, close } = await openDatabase({ ...options, dataDir, attachToRunning: true })
  await ping()
  await close()
  server.kill('SIGINT')
  await server.waitForLine('the database still answers')
  expect(await server.exited).toBe(0)
})

test('a command on a stopped server’s folder starts its database and stops it again', async () => {
  const dataDir = createDataFolder({ template: templateFolder })
  const { ping, close } = await openDatabase({ ...options, dataDir, attachToRunning: true })
  await ping()
  await close()
  await startPostgresIn(dataDir)
})
