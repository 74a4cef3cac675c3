import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dataFolder, embeddedIn, preparedFolder, silent } from '../testing/data-folder.ts'
import { onServer } from '../testing/database-server.ts'
import { descendants, spawnScript, until } from '../testing/spawned.ts'
import { CannotStart, FolderInUse } from './cannot-start.ts'
import { runningEmbedded, startEmbedded } from './embedded.ts'
import { isAlive, readPidFile } from './postmaster.ts'

const script = new URL('../testing/database-process.ts', import.meta.url)
const isRoot = process.getuid?.() === 0
const nobody = 65_534

let prepared = ''
beforeAll(async () => {
  prepared = await preparedFolder()
})
afterAll(() => rmSync(prepared, { recursive: true, force: true }))
const folderWithDatabase = () => dataFolder({ like: prepared })

type Started = { pid: number; folder: string; uid: number }
const readStarted = (line: string): Started => JSON.parse(line.slice('started '.length))

test('the database starts, is durable, sorts alike everywhere, and leaves no process behind', async () => {
  const dataDir = dataFolder()
  const database = await startEmbedded({ dataDir, log: silent })
  const pid = database.pid() ?? 0
  const { rows } = await onServer(
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

test.skipIf(!isRoot)('under root the database runs as another user', async () => {
  const database = await embeddedIn(folderWithDatabase())
  expect(statSync(`/proc/${database.pid()}`).uid).not.toBe(0)
})

test.skipIf(!isRoot)('under root a data folder nobody else may reach keeps its database in /var/lib/kutu', async () => {
  const closed = dataFolder()
  const dataDir = join(closed, 'data')
  const database = await startEmbedded({ dataDir, log: silent })
  onTestFinished(() => rmSync(dirname(database.folder), { recursive: true, force: true }))
  expect(database.folder).toMatch(/^\/var\/lib\/kutu\/[0-9a-f]{16}\/postgres$/)
  expect(statSync(closed).mode & 0o777).toBe(0o700)
  await onServer(database.url, 'create table kept (n integer)')
  await database.stop()

  const copy = join(closed, 'copy')
  mkdirSync(copy)
  writeFileSync(join(copy, 'postgres.location'), `${database.folder}\n`)
  await expect(startEmbedded({ dataDir: copy, log: silent })).rejects.toThrow(/belongs to .*data/)

  // Opening the way later must not start a second, empty database.
  chmodSync(closed, 0o755)
  const again = await embeddedIn(dataDir)
  expect(again.folder).toBe(database.folder)
  await onServer(again.url, 'select n from kept')
})

test.skipIf(!isRoot)('an ordinary user runs the database as himself', async () => {
  const dataDir = dataFolder()
  chownSync(dataDir, nobody, nobody)
  const server = spawnScript(script, ['hold', dataDir], { uid: nobody })
  const started = readStarted(await server.line('started'))
  expect(started.uid).toBe(nobody)
  expect(statSync(`/proc/${started.pid}`).uid).toBe(nobody)
  server.kill('SIGINT')
  expect(await server.ended).toBe(0)
  expect(isAlive(started.pid)).toBe(false)

  const underRoot = await embeddedIn(dataDir)
  expect(statSync(`/proc/${underRoot.pid()}`).uid).toBe(nobody)
})

test('Ctrl-C reaches the server alone, which still has its database and stops it last', async () => {
  const server = spawnScript(script, ['hold', folderWithDatabase()], { detached: true })
  const { pid } = readStarted(await server.line('started'))
  process.kill(-server.pid, 'SIGINT')
  await server.line('the database still answers')
  expect(await server.ended).toBe(0)
  expect(isAlive(pid)).toBe(false)
})

test('the database of a killed server is taken over: no row is lost and one process serves the folder', async () => {
  const dataDir = folderWithDatabase()
  const server = spawnScript(script, ['hold', dataDir])
  const { pid, folder } = readStarted(await server.line('started'))
  const left = runningEmbedded(dataDir)
  if (!left) throw new Error('the running database was not found')
  await onServer(left, 'create table kept as select 7 as n')
  server.kill('SIGKILL')
  await server.ended
  expect(isAlive(pid)).toBe(true)

  const database = await embeddedIn(dataDir)
  expect(isAlive(pid)).toBe(false)
  expect(readPidFile(folder)?.pid).toBe(database.pid())
  expect((await onServer(database.url, 'select n from kept')).rows).toEqual([{ n: 7 }])
})

test('a second server on the same data folder is refused until the first one is gone, however it went', async () => {
  const dataDir = folderWithDatabase()
  const first = spawnScript(script, ['hold', dataDir])
  await first.line('started')
  const refusal = await startEmbedded({ dataDir, log: silent }).catch(error => error)
  expect(refusal).toBeInstanceOf(FolderInUse)
  expect(refusal.message).toContain(`(process ${first.pid}) is running on the data folder ${dataDir}`)
  first.kill('SIGKILL')
  await first.ended
  const second = await startEmbedded({ dataDir, log: silent })
  await second.stop()
  await embeddedIn(dataDir)
})

test('five servers started at once on one empty data folder make one database, and four are refused', async () => {
  const dataDir = dataFolder()
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => startEmbedded({ dataDir, log: silent })))
  const started = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  onTestFinished(async () => {
    for (const database of started) await database.stop()
  })
  expect(started).toHaveLength(1)
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(FolderInUse)
})

test('a database that dies is started again under the same address', async () => {
  const database = await embeddedIn(folderWithDatabase())
  await onServer(database.url, 'create table kept as select 7 as n')
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    const pid = database.pid() ?? 0
    process.kill(pid, signal)
    await until(() => !isAlive(pid))
    await until(() =>
      onServer(database.url, 'select n from kept').then(
        ({ rowCount }) => rowCount === 1,
        () => false,
      ),
    )
    expect(database.pid()).not.toBe(pid)
  }
})

test('a stop during the restart of a dead database leaves no process behind', async () => {
  const database = await startEmbedded({ dataDir: folderWithDatabase(), log: silent })
  const pid = database.pid() ?? 0
  process.kill(pid, 'SIGKILL')
  await until(() => !isAlive(pid))
  await database.stop()
  const left = readPidFile(database.folder)
  expect(left !== undefined && isAlive(left.pid)).toBe(false)
})

test('a pid file whose number now belongs to another program does not keep the database down', async () => {
  const dataDir = folderWithDatabase()
  const before = await startEmbedded({ dataDir, log: silent })
  await before.stop()
  const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' })
  onTestFinished(() => void other.kill('SIGKILL'))
  writeFileSync(join(before.folder, 'postmaster.pid'), `${other.pid}\n${before.folder}\n0\n5432\n\n127.0.0.1\n`)
  await embeddedIn(dataDir)
  expect(isAlive(other.pid ?? 0)).toBe(true)
})

test('a lost secret is renewed without losing the database', async () => {
  const dataDir = folderWithDatabase()
  const before = await startEmbedded({ dataDir, log: silent })
  await onServer(before.url, 'create table kept as select 7 as n')
  await before.stop()
  rmSync(join(dataDir, 'secrets', 'database'))
  const after = await embeddedIn(dataDir)
  expect((await onServer(after.url, 'select n from kept')).rows).toEqual([{ n: 7 }])
  const oldPassword = new URL(after.url)
  oldPassword.password = new URL(before.url).password
  await expect(onServer(oldPassword.href, 'select 1')).rejects.toThrow(/password/)
})

test('a folder that holds something else is left alone', async () => {
  const dataDir = dataFolder()
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'dear reader')
  await expect(startEmbedded({ dataDir, log: silent })).rejects.toThrow(CannotStart)
  expect(statSync(join(dataDir, 'postgres', 'letter.txt')).size).toBe(11)
})
