import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dataFolder, embeddedIn, preparedFolder, silent } from '../testing/data-folder.ts'
import { testDatabase } from '../testing/database.ts'
import { doorTo } from '../testing/door.ts'
import { spawnScript, until } from '../testing/spawned.ts'
import { CannotStart, FolderInUse } from './cannot-start.ts'
import { openDatabase } from './open.ts'
import { isAlive, readPidFile } from './postmaster.ts'
import { findHome } from './system-user.ts'

const script = new URL('../testing/database-process.ts', import.meta.url)
const options = { dataDir: '/nonexistent', log: silent, poolSize: 2 }

let prepared = ''
beforeAll(async () => {
  prepared = await preparedFolder()
})
afterAll(() => rmSync(prepared, { recursive: true, force: true }))

async function givenDatabase(): Promise<string> {
  const { url, close } = await testDatabase()
  onTestFinished(close)
  return url
}

test('a given database is opened with limits on every statement, a name and one time zone', async () => {
  const { pool, ping, close } = await openDatabase({ ...options, databaseUrl: await givenDatabase() })
  await ping()
  const { rows } = await pool.query(
    `select current_setting('statement_timeout') as statement, current_setting('TimeZone') as zone,
       current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`,
  )
  expect(rows).toEqual([{ statement: '30s', zone: 'UTC', idle: '1min', name: 'kutu' }])
  await close()
  await expect(ping()).rejects.toThrow()
})

test('a wrong password stops the start and is not repeated in the message', async () => {
  const url = new URL(await givenDatabase())
  url.username = 'kutu_stranger'
  url.password = 'not-to-be-shown'
  const refusal = await openDatabase({ ...options, databaseUrl: url.href }).catch(error => error)
  expect(refusal).toBeInstanceOf(CannotStart)
  expect(refusal.message).toContain(url.host)
  expect(refusal.message).not.toContain('not-to-be-shown')
})

test('a database that is not there stops the start at once', async () => {
  const url = new URL(await givenDatabase())
  url.pathname = '/kutu_nowhere'
  await expect(openDatabase({ ...options, databaseUrl: url.href })).rejects.toThrow(/kutu_nowhere.*cannot be used/)
})

test('a server started before its database waits for it', async () => {
  const door = await doorTo(await givenDatabase())
  onTestFinished(door.shut)
  let isWaiting = false
  const heard = () => {
    isWaiting = true
  }
  const opening = openDatabase({ ...options, log: { info: heard, warn: heard, error: heard }, databaseUrl: door.url })
  await until(() => isWaiting)
  await door.open()
  const { close, ping } = await opening
  await ping()
  await close()
})

test('the pool goes on after the database was killed under it', async () => {
  const dataDir = dataFolder({ like: prepared })
  const { pool, ping, close } = await openDatabase({ ...options, dataDir })
  onTestFinished(close)
  await pool.query('create table kept as select 7 as n')
  const client = await pool.connect()
  await client.query('begin')
  const pid = readPidFile(findHome(dataDir).folder)?.pid ?? 0
  process.kill(pid, 'SIGKILL')
  await until(() => !isAlive(pid))
  // The session's own process may answer once more before it notices.
  await until(() =>
    client.query('select 1').then(
      () => false,
      () => true,
    ),
  )
  client.release(true)
  await until(() =>
    ping().then(
      () => true,
      () => false,
    ),
  )
  expect((await pool.query('select n from kept')).rows).toEqual([{ n: 7 }])
})

test('a connection nobody gave back does not keep the server from stopping', async () => {
  const dataDir = dataFolder({ like: prepared })
  const { pool, close } = await openDatabase({ ...options, dataDir })
  const client = await pool.connect()
  const pid = readPidFile(findHome(dataDir).folder)?.pid ?? 0
  await close()
  expect(isAlive(pid)).toBe(false)
  client.release(true)
})

test('a command beside a living server uses its database only when it asks to', async () => {
  const dataDir = dataFolder({ like: prepared })
  const server = spawnScript(script, ['hold', dataDir])
  await server.line('started')
  await expect(openDatabase({ ...options, dataDir })).rejects.toThrow(FolderInUse)
  const { ping, close } = await openDatabase({ ...options, dataDir, join: true })
  await ping()
  await close()
  server.kill('SIGINT')
  await server.line('the database still answers')
  expect(await server.ended).toBe(0)
})

test('a command on a stopped server’s folder starts its database and stops it again', async () => {
  const dataDir = dataFolder({ like: prepared })
  const { ping, close } = await openDatabase({ ...options, dataDir, join: true })
  await ping()
  await close()
  await embeddedIn(dataDir)
})
