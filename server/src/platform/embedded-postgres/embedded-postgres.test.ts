// @slow

import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  createDataFolder,
  migratedTemplate,
  silentLogger,
  startPostgresIn,
} from '../../testing/database/data-folder.ts'
import { runSql } from '../../testing/database/run-sql.ts'
import { descendants, spawnScript, waitUntil } from '../../testing/processes/spawn-script.ts'
import { FolderInUseError, StartupError } from '../startup-error.ts'
import { findRunningPostgresUrl, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isAlive, readPidFile } from './postmaster.ts'

const script = new URL('../../testing/processes/database-process.ts', import.meta.url)
const isRoot = process.getuid?.() === 0
const nobody = 65_534

let templateFolder = ''
beforeAll(async () => {
  templateFolder = await migratedTemplate()
})
const createFolderWithDatabase = () => createDataFolder({ template: templateFolder })

type StartedMessage = { pid: number; folder: string; uid: number }
const parseStarted = (line: string): StartedMessage => JSON.parse(line.slice('started '.length))

test('the database starts, is durable, sorts identically everywhere, and leaves no process behind', async () => {
  const dataDir = createDataFolder()
  const database = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  const pid = database.pid() ?? 0
  const { rows } = await runSql(
    database.url,
    `select current_setting('fsync') as fsync, current_setting('TimeZone') as zone, current_user as role,
       (select rolsuper from pg_roles where rolname = current_user) as super, 'ŋ' = lower('Ŋ') as unicode`,
  )
  expect(rows).toEqual([{ fsync: 'on', zone: 'UTC', role: 'kutu', super: false, unicode: true }])
  expect(statSync(join(dataDir, 'secrets', 'database')).mode & 0o077).toBe(0)
  expect(statSync(database.folder).mode & 0o077).toBe(0)
  const processes = [pid, ...descendants(pid)]
  expect(processes.length).toBeGreaterThan(3)
  await database.stop()
  expect(processes.filter(isAlive)).toEqual([])
})

test.skipIf(!isRoot)('as root, the database runs as another user', async () => {
  const database = await startPostgresIn(createFolderWithDatabase())
  expect(statSync(`/proc/${database.pid()}`).uid).not.toBe(0)
})

test.skipIf(!isRoot)('as root with a private data folder, the database lives in /var/lib/kutu', async () => {
  const closedFolder = createDataFolder()
  const dataDir = join(closedFolder, 'data')
  const database = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  onTestFinished(() => rmSync(dirname(database.folder), { recursive: true, force: true }))
  expect(database.folder).toMatch(/^\/var\/lib\/kutu\/[0-9a-f]{16}\/postgres$/)
  expect(statSync(closedFolder).mode & 0o777).toBe(0o700)
  await runSql(database.url, 'create table kept (n integer)')
  await database.stop()

  const copy = join(closedFolder, 'copy')
  mkdirSync(copy)
  writeFileSync(join(copy, 'postgres.location'), `${database.folder}\n`)
  await expect(startEmbeddedPostgres({ dataDir: copy, log: silentLogger })).rejects.toThrow(/belongs to .*data/)

  // Opening the folder later must not start a second, empty database.
  chmodSync(closedFolder, 0o755)
  const restarted = await startPostgresIn(dataDir)
  expect(restarted.folder).toBe(database.folder)
  await runSql(restarted.url, 'select n from kept')
})

test.skipIf(!isRoot)('an ordinary user runs the database under their own account', async () => {
  const dataDir = createDataFolder()
  chownSync(dataDir, nobody, nobody)
  const server = spawnScript(script, ['hold', dataDir], { uid: nobody })
  const started = parseStarted(await server.waitForLine('started'))
  expect(started.uid).toBe(nobody)
  expect(statSync(`/proc/${started.pid}`).uid).toBe(nobody)
  server.kill('SIGINT')
  expect(await server.exited).toBe(0)
  expect(isAlive(started.pid)).toBe(false)

  const underRoot = await startPostgresIn(dataDir)
  expect(statSync(`/proc/${underRoot.pid()}`).uid).toBe(nobody)
})

test('Ctrl-C reaches only the server, which stops its database last', async () => {
  const server = spawnScript(script, ['hold', createFolderWithDatabase()], { detached: true })
  const { pid } = parseStarted(await server.waitForLine('started'))
  process.kill(-server.pid, 'SIGINT')
  await server.waitForLine('the database still answers')
  expect(await server.exited).toBe(0)
  expect(isAlive(pid)).toBe(false)
})

test('the database of a killed server is taken over: no row is lost and one process serves the folder', async () => {
  const dataDir = createFolderWithDatabase()
  const server = spawnScript(script, ['hold', dataDir])
  const { pid, folder } = parseStarted(await server.waitForLine('started'))
  const runningUrl = findRunningPostgresUrl(dataDir)
  if (!runningUrl) throw new Error('the running database was not found')
  await runSql(runningUrl, 'create table kept as select 7 as n')
  server.kill('SIGKILL')
  await server.exited
  expect(isAlive(pid)).toBe(true)

  const database = await startPostgresIn(dataDir)
  expect(isAlive(pid)).toBe(false)
  expect(readPidFile(folder)?.pid).toBe(database.pid())
  expect((await runSql(database.url, 'select n from kept')).rows).toEqual([{ n: 7 }])
})

test('a second server on the same data folder is rejected until the first one has ended', async () => {
  const dataDir = createFolderWithDatabase()
  const first = spawnScript(script, ['hold', dataDir])
  await first.waitForLine('started')
  const startError = await startEmbeddedPostgres({ dataDir, log: silentLogger }).catch(error => error)
  expect(startError).toBeInstanceOf(FolderInUseError)
  expect(startError.message).toContain(`(process ${first.pid}) is running on the data folder ${dataDir}`)
  first.kill('SIGKILL')
  await first.exited
  const second = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  await second.stop()
  await startPostgresIn(dataDir)
})

test('of five servers started concurrently on an empty data folder one creates the database and four are rejected', async () => {
  const dataDir = createDataFolder()
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4, 5].map(() => startEmbeddedPostgres({ dataDir, log: silentLogger })),
  )
  const started = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  onTestFinished(async () => {
    for (const database of started) await database.stop()
  })
  expect(started).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(FolderInUseError)
})

test('a database that dies is restarted under the same URL', async () => {
  const database = await startPostgresIn(createFolderWithDatabase())
  await runSql(database.url, 'create table kept as select 7 as n')
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    const pid = database.pid() ?? 0
    process.kill(pid, signal)
    await waitUntil(() => !isAlive(pid))
    await waitUntil(() =>
      runSql(database.url, 'select n from kept').then(
        ({ rowCount }) => rowCount === 1,
        () => false,
      ),
    )
    expect(database.pid()).not.toBe(pid)
  }
})

test('stopping during the restart of a dead database leaves no process behind', async () => {
  const database = await startEmbeddedPostgres({ dataDir: createFolderWithDatabase(), log: silentLogger })
  const pid = database.pid() ?? 0
  process.kill(pid, 'SIGKILL')
  await waitUntil(() => !isAlive(pid))
  await database.stop()
  const pidFile = readPidFile(database.folder)
  expect(pidFile !== undefined && isAlive(pidFile.pid)).toBe(false)
})

test('a stale pid file that names another program does not prevent the start', async () => {
  const dataDir = createFolderWithDatabase()
  const before = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  await before.stop()
  const unrelatedProcess = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' })
  onTestFinished(() => void unrelatedProcess.kill('SIGKILL'))
  writeFileSync(
    join(before.folder, 'postmaster.pid'),
    `${unrelatedProcess.pid}\n${before.folder}\n0\n5432\n\n127.0.0.1\n`,
  )
  await startPostgresIn(dataDir)
  expect(isAlive(unrelatedProcess.pid ?? 0)).toBe(true)
})

test('a lost secret is replaced without losing the database', async () => {
  const dataDir = createFolderWithDatabase()
  const before = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  await runSql(before.url, 'create table kept as select 7 as n')
  await before.stop()
  rmSync(join(dataDir, 'secrets', 'database'))
  const after = await startPostgresIn(dataDir)
  expect((await runSql(after.url, 'select n from kept')).rows).toEqual([{ n: 7 }])
  const oldPassword = new URL(after.url)
  oldPassword.password = new URL(before.url).password
  await expect(runSql(oldPassword.href, 'select 1')).rejects.toThrow(/password/)
})

test('a database of another major version of PostgreSQL is refused and not changed', async () => {
  const dataDir = createFolderWithDatabase()
  const version = join(dataDir, 'postgres', 'PG_VERSION')
  for (const other of [17, 99]) {
    writeFileSync(version, `${other}\n`)
    const files = readdirSync(dataDir, { recursive: true })
    // A release with another version than 18 needs an upgrade of the database.
    await expect(startEmbeddedPostgres({ dataDir, log: silentLogger })).rejects.toThrow(
      `was made by PostgreSQL ${other}, and this version of Kutu has PostgreSQL 18. Nothing was changed.`,
    )
    expect(readdirSync(dataDir, { recursive: true })).toEqual(files)
  }
  writeFileSync(version, '18\n')
  await startPostgresIn(dataDir)
})

test('a folder with other content is not touched', async () => {
  const dataDir = createDataFolder()
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'notes.txt'), 'dear reader')
  await expect(startEmbeddedPostgres({ dataDir, log: silentLogger })).rejects.toThrow(StartupError)
  expect(statSync(join(dataDir, 'postgres', 'notes.txt')).size).toBe(11)
})
