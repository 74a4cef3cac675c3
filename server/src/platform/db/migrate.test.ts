import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { spawnScript, waitUntil } from '../../testing/processes/spawn-script.ts'
import { StartupError } from '../startup-error.ts'
import { migrate, readMigrations } from './migrate.ts'

const script = new URL('../../testing/processes/database-process.ts', import.meta.url)
const migrationsDir = fileURLToPath(new URL('./migrations/', import.meta.url))

function createFolder(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'kutu-migrations-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  writeFiles(dir, files)
  return dir
}

function writeFiles(dir: string, files: Record<string, string>) {
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(dir, name), sql)
}

async function createEmptyDatabase() {
  const database = await createTestDatabase({ isEmpty: true })
  onTestFinished(database.close)
  return database
}

const plants = {
  '0001_plants.sql': 'create table plants (n integer)',
  '0002_rust.sql': 'insert into plants values (1)',
}

test('the product’s migrations apply in order to an empty database, including the job queue, and only once', async () => {
  const { pool } = await createEmptyDatabase()
  const names = readMigrations(migrationsDir).map(
    ({ number, name }) => `${String(number).padStart(4, '0')}_${name}.sql`,
  )
  expect(await migrate(pool)).toEqual(names)
  expect(await migrate(pool)).toEqual([])
  await pool.query(`select graphile_worker.add_job('anything')`)
})

test('five servers that start concurrently apply each migration once', async () => {
  const { pool, url } = await createEmptyDatabase()
  const dir = createFolder({ ...plants, '0003_slow.sql': 'insert into plants select 2 from pg_sleep(0.2)' })
  const servers = [1, 2, 3, 4, 5].map(() => spawnScript(script, ['migrate', url, dir]))
  const outputs = await Promise.all(servers.map(server => server.waitForLine('applied')))
  expect(await Promise.all(servers.map(({ exited }) => exited))).toEqual([0, 0, 0, 0, 0])
  const applied: string[] = outputs.flatMap(line => JSON.parse(line.slice('applied '.length)))
  expect(applied.sort()).toEqual(['0001_plants.sql', '0002_rust.sql', '0003_slow.sql'])
  expect((await pool.query('select n from plants order by n')).rows).toEqual([{ n: 1 }, { n: 2 }])
})

test('a newer server applies the new migrations', async () => {
  const { pool } = await createEmptyDatabase()
  const dir = createFolder(plants)
  await migrate(pool, { dir })
  writeFiles(dir, { '0005_more.sql': 'insert into plants values (5)' })
  expect(await migrate(pool, { dir })).toEqual(['0005_more.sql'])
})

test('a migration changed after it was applied is rejected, but changed line endings are not', async () => {
  const { pool } = await createEmptyDatabase()
  const dir = createFolder({ '0001_plants.sql': 'create table plants (\n  n integer\n)' })
  await migrate(pool, { dir })
  writeFiles(dir, { '0001_plants.sql': 'create table plants (\r\n  n integer\r\n)' })
  expect(await migrate(pool, { dir })).toEqual([])
  writeFiles(dir, { '0001_plants.sql': 'create table plants (n bigint)' })
  await expect(migrate(pool, { dir })).rejects.toThrow('0001_plants.sql was changed after it was applied')
})

test('a server that was rolled back starts on a database with newer expanding migrations, and says so', async () => {
  const { pool } = await createEmptyDatabase()
  const dir = createFolder(plants)
  await migrate(pool, { dir })
  rmSync(join(dir, '0002_rust.sql'))
  const warnings: unknown[] = []
  expect(await migrate(pool, { dir, log: { warn: (fields: unknown) => void warnings.push(fields) } })).toEqual([])
  expect(warnings).toEqual([{ migrations: ['0002_rust.sql'] }])
})

test('a database that a newer server has contracted is rejected', async () => {
  const { pool } = await createEmptyDatabase()
  const dir = createFolder({
    ...plants,
    '0003_fields.sql': '-- contract: nothing reads it since 0.3.0, 0.4.0\ndrop table plants',
  })
  await migrate(pool, { dir })
  rmSync(join(dir, '0002_rust.sql'))
  rmSync(join(dir, '0003_fields.sql'))
  await expect(migrate(pool, { dir })).rejects.toThrow('newer than this server: it has 0003_fields.sql')
})

test('requests go on while a migration waits for a table in use, and it is applied once the table is free', async () => {
  const { pool } = await createEmptyDatabase()
  const dir = createFolder(plants)
  await migrate(pool, { dir })
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from plants')
  writeFiles(dir, { '0003_height.sql': 'alter table plants add column height integer' })
  const attempts: unknown[] = []
  const log = { warn: (fields: unknown) => void attempts.push(fields) }
  const migrating = migrate(pool, { dir, log, lockTimeoutMs: 50, retryDelayMs: 10 })
  await waitUntil(() => attempts.length >= 2)
  // Without the timeout this waits for the migration, and the migration for the transaction.
  await pool.query('select from plants')
  await waitUntil(() => attempts.length >= 4)
  expect(attempts[0]).toEqual({ migration: '0003_height.sql', attempt: 1 })
  await holder.query('commit')
  holder.release()
  expect(await migrating).toEqual(['0003_height.sql'])
})

test('a migration numbered below an applied one is rejected', async () => {
  const { pool } = await createEmptyDatabase()
  const dir = createFolder({ '0002_fields.sql': 'create table fields (n integer)' })
  await migrate(pool, { dir })
  writeFiles(dir, { '0001_plants.sql': 'create table plants (n integer)' })
  await expect(migrate(pool, { dir })).rejects.toThrow('0001_plants.sql comes after number 2')
})

test('a failing migration changes nothing, is named, and runs again after a fix', async () => {
  const { pool } = await createEmptyDatabase()
  const dir = createFolder({ ...plants, '0003_broken.sql': 'insert into plants values (3); select 1 / 0' })
  await expect(migrate(pool, { dir })).rejects.toThrow('0003_broken.sql failed and changed nothing')
  expect((await pool.query('select n from plants')).rows).toEqual([{ n: 1 }])
  writeFiles(dir, { '0003_broken.sql': 'insert into plants values (3)' })
  expect(await migrate(pool, { dir })).toEqual(['0003_broken.sql'])
})

test.each([
  ['two files with one number', { '0001_a.sql': '', '0001_b.sql': '' }, 'Two migrations have one number'],
  ['a file with a wrong name', { '1_a.sql': '' }, 'not named NNNN_name.sql'],
  ['an empty folder', {}, 'no migrations'],
])('%s is rejected before the database is touched', (_, files, message) => {
  const dir = createFolder(files)
  expect(() => readMigrations(dir)).toThrow(StartupError)
  expect(() => readMigrations(dir)).toThrow(message)
})
