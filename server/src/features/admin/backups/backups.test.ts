// @slow

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openPool } from '../../../platform/db/connection/open-database.ts'
import { applyMigrations, createJobQueue, migrate, readMigrations } from '../../../platform/db/migrate.ts'
import { openFileStore } from '../../../platform/storage/file-store.ts'
import { createDataFolder, silentLogger, startPostgresIn } from '../../../testing/database/data-folder.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { findInvariantViolations } from '../../../testing/features/consultation-invariants.ts'
import { bookSlot, createAppointment, createFreeSlot } from '../../../testing/features/consultations.ts'
import { drawLeaf, fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { bundledFile } from '../../../testing/processes/bundle.ts'
import { sharedSecrets, spawnServer } from '../../../testing/processes/server-process.ts'
import { waitUntil } from '../../../testing/processes/spawn-script.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createSeveral,
  createTestAdmin,
  signIn,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { jobsTable } from './archive.ts'
import { backupSource, createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const passphrase = 'rust on the maize of Mbarara'

let server: TestServer
let pool: pg.Pool
let folder: string
let farmer: TestUser
let expert: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  pool = openPool(server.databaseUrl, 4, () => undefined)
  folder = mkdtempSync(join(tmpdir(), 'kutu-backups-'))
  farmer = await signUpFarmer(server)
  expert = await signUpExpert(server)
  const body = { name: 'Ministry', contact: 'data@example.org', scopes: ['counts'], days: 30 }
  const created = await server.request('POST /api/admin/api-keys/', {
    token: (await createTestAdmin(server)).token,
    body,
  })
  expect(created.status).toBe(201)
})
afterAll(async () => {
  await pool.end()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

let fileCount = 0
const newFile = () => join(folder, `${++fileCount}.tar.gz`)
/** Names a folder that does not exist. */
const newFolder = () => join(folder, `never-created-${++fileCount}`)

async function backUp(file = newFile(), options: { passphrase?: string } = {}) {
  return { file, ...(await createBackup(backupSource(server.app), file, { passphrase: undefined, ...options })) }
}

/** Restores into a new data folder and returns it. */
async function restore(file: string, { databaseUrl, ...options }: { databaseUrl?: string; passphrase?: string } = {}) {
  const dataDir = createDataFolder()
  const files = openFileStore({ s3: undefined, dataDir, urlSecret: '' }, server.clock)
  const target = { databaseUrl, dataDir, files, passphrase: undefined, log: silentLogger, ...options }
  return { dataDir, ...(await restoreBackup({ ...target, file })) }
}

/** Starts a server on what was restored, with the restored secrets. */
async function startRestored(dataDir: string, url: string): Promise<TestServer> {
  const restoredPool = openPool(url, 8, () => undefined)
  const readSecret = (name: string) => readFileSync(join(dataDir, 'secrets', name), 'utf8')
  const config = { dataDir, tokenSecret: readSecret('token'), urlSecret: readSecret('url') }
  const database = { pool: restoredPool, url, close: () => restoredPool.end() }
  const restored = await startTestServer(config, { database })
  onTestFinished(() => restored.close())
  return restored
}

async function createEmptyDatabase() {
  const database = await createTestDatabase({ isEmpty: true })
  onTestFinished(database.close)
  return database
}

async function countRows(database: pg.Pool, tables: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await database.query(
      `select count(*)::int as n from ${table === jobsTable ? 'graphile_worker._private_jobs' : table}`,
    )
    counts[table] = rows[0].n
  }
  return counts
}

const readSequences = async (database: pg.Pool) =>
  (await database.query(`select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`))
    .rows

// NOT NULL is a constraint since PostgreSQL 18 only.
const readDefinitions = async (database: pg.Pool) =>
  (
    await database.query(
      `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as definition from pg_constraint
         where connamespace = 'public'::regnamespace and contype <> 'n'
       union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
       order by 1`,
    )
  ).rows

/** Books free slots until `stop` is called, which returns the number of bookings. */
async function startBooking(farmers: TestUser[]) {
  let isStopped = false
  let booked = 0
  const client = async (person: TestUser) => {
    while (!isStopped) {
      const slot = await createFreeSlot(server, expert)
      const { status } = await bookSlot(server, person, slot.id)
      if (status === 201) booked += 1
    }
  }
  const clients = Promise.all(farmers.map(client))
  await waitUntil(() => booked >= 3)
  return async () => {
    isStopped = true
    await clients
    return booked
  }
}

describe('a backup made while farmers book', () => {
  let backup: Awaited<ReturnType<typeof backUp>>
  let photo: { id: string; image: string }
  let countAtEnd: number
  beforeAll(async () => {
    const { body } = await uploadPhoto(server, farmer.token, await drawLeaf({ spots: true }).jpeg().toBuffer())
    photo = body
    await createAppointment(server, farmer, expert)
    const stopBooking = await startBooking(await createSeveral(2, () => signUpFarmer(server)))
    backup = await backUp(newFile(), { passphrase })
    await stopBooking()
    countAtEnd = (await countRows(pool, ['bookings'])).bookings ?? 0
  })

  it.each(['embedded database', 'external database'])(
    'is restored to an %s: same rows, sign-in, photos',
    async kind => {
      const external = kind === 'external database' ? await createEmptyDatabase() : undefined
      const { dataDir, rows, files } = await restore(backup.file, {
        passphrase,
        ...(external && { databaseUrl: external.url }),
      })
      expect({ rows, files }).toEqual({ rows: backup.rows, files: backup.files })
      const url = external?.url ?? (await startPostgresIn(dataDir)).url
      const restored = await startRestored(dataDir, url)
      const restoredPool = openPool(url, 2, () => undefined)
      onTestFinished(() => restoredPool.end())

      const counts = await countRows(restoredPool, Object.keys(backup.rows))
      expect(counts).toEqual(backup.rows)
      expect(counts.bookings).toBeGreaterThanOrEqual(4)
      // The snapshot was taken between two bookings.
      expect(countAtEnd).toBeGreaterThan(counts.bookings ?? 0)
      expect(await findInvariantViolations(restored.app)).toEqual([])
      expect(await readDefinitions(restoredPool)).toEqual(await readDefinitions(pool))

      const again = await signIn(restored, farmer.email)
      expect(again.id).toBe(farmer.id)
      // Sessions of the original continue, because the secrets are restored as well.
      const mine = await restored.request('GET /api/auth/me', { token: farmer.token })
      expect(mine.status).toBe(200)
      const history = await restored.request('GET /analysis/rust-detection/', { token: again.token })
      const [analysis] = history.body.results
      expect(analysis.id).toBe(photo.id)
      const [original, copy] = [await fetchLink(server, photo.image), await fetchLink(restored, analysis.image)]
      expect(copy.status).toBe(200)
      expect(Buffer.from(await copy.arrayBuffer())).toEqual(Buffer.from(await original.arrayBuffer()))

      // New rows continue the sequences.
      const newcomer = await signUpFarmer(restored, `newcomer-${kind.slice(0, 3)}`)
      expect(newcomer.id).not.toBe(farmer.id)
    },
  )
})

describe('a restored database', () => {
  it('keeps the sequences and the jobs that wait, with their attempts', async () => {
    await pool.query(
      `select graphile_worker.add_job('send_code', '{"id": "none"}', 'codes', max_attempts => 3, job_key => 'k')`,
    )
    await pool.query(
      `update graphile_worker._private_jobs set attempts = 2, last_error = 'no server', locked_by = 'worker', locked_at = now()
       where key = 'k'`,
    )
    onTestFinished(async () => void (await pool.query(`delete from graphile_worker._private_jobs where key = 'k'`)))
    const select = `select id, task_identifier, queue_name, priority, run_at, attempts, max_attempts, last_error, key
      from graphile_worker.jobs order by id`
    const { file } = await backUp()
    const target = await createEmptyDatabase()
    await restore(file, { databaseUrl: target.url })
    expect(await readSequences(target.pool)).toEqual(await readSequences(pool))
    const { rows: jobs } = await target.pool.query(select)
    expect(jobs).toEqual((await pool.query(select)).rows)
    expect(jobs.map(({ key }) => key)).toContain('k')
    const { rows: locks } = await target.pool.query(
      'select locked_by from graphile_worker._private_jobs where locked_by is not null',
    )
    expect(locks).toEqual([])
    const { rows: added } = await target.pool.query<{ id: string }>(`select id from graphile_worker.add_job('sweep')`)
    expect(Number(added[0]?.id)).toBeGreaterThan(Math.max(...jobs.map(({ id }) => Number(id))))
  })

  it('of an older version is migrated to this one', async () => {
    const old = await createEmptyDatabase()
    await createJobQueue(old.pool)
    const numbers = readMigrations().map(({ number }) => number)
    const client = await old.pool.connect()
    await applyMigrations(client, new Set(numbers.slice(0, -1)))
    client.release()
    await old.pool.query(
      `insert into shared_keys (name, value, created_at) values ('vapid', '{"publicKey": "a", "privateKey": "b"}', now())`,
    )
    const file = newFile()
    await createBackup({ ...backupSource(server.app), pool: old.pool, files: undefined }, file, {
      passphrase: undefined,
    })
    const target = await createEmptyDatabase()
    await restore(file, { databaseUrl: target.url })
    expect(
      (await target.pool.query('select number from migrations order by number')).rows.map(({ number }) => number),
    ).toEqual(numbers)
    expect(await migrate(target.pool)).toEqual([])
    expect((await countRows(target.pool, ['shared_keys'])).shared_keys).toBe(1)
  })
})

const cli = fileURLToPath(new URL('../../../cli.ts', import.meta.url))

function runCli(args: string[], environment: Record<string, string>) {
  const { DATABASE_URL: _, TEST_DATABASE_URL: __, ...inherited } = process.env
  const env = { ...inherited, ...environment }
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundledFile(cli), ...args], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('kutu backup', () => {
  it('refuses a folder without a database instead of backing up a new one', () => {
    const dataDir = join(folder, 'wrong-folder')
    const result = runCli(['backup', newFile()], { DATA_DIR: dataDir })
    expect(result).toMatchObject({ status: 1, stderr: expect.stringContaining('contains no database') })
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('a backup whose name ends in .age', () => {
  it('is not written without a passphrase', async () => {
    const file = join(folder, 'named-encrypted.tar.gz.age')
    await expect(backUp(file)).rejects.toThrow('would not be encrypted: set BACKUP_PASSPHRASE')
    expect(readdirSync(folder).filter(name => name.startsWith('named-encrypted'))).toEqual([])
    await backUp(file, { passphrase })
    expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org/)
  })
})

it('kutu backup says in one sentence that no file can be made in a folder', async ({ skip }) => {
  if (!existsSync('/proc')) skip('no folder that refuses files to everybody')
  await expect(backUp('/proc/kutu.tar.gz')).rejects.toThrow('No file can be made in /proc; no backup was written.')
})

it('a backup of the embedded database moves to another PostgreSQL, and people stay signed in', async () => {
  const { dataDir } = await restore((await backUp()).file)
  const target = await createEmptyDatabase()
  const [file, newDataDir] = [newFile(), newFolder()]
  expect(runCli(['backup', file], { DATA_DIR: dataDir })).toMatchObject({ status: 0, stderr: '' })
  const environment = { DATA_DIR: newDataDir, DATABASE_URL: target.url }
  onTestFinished(() => rmSync(newDataDir, { recursive: true, force: true }))
  expect(runCli(['restore', file, '--keep-sessions'], environment)).toMatchObject({ status: 0 })
  const { url, child, exited } = await spawnServer(environment)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const mine = await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${farmer.token}` } })
  expect(mine.status).toBe(200)
})

describe('kutu restore', () => {
  it('says in one sentence that a file does not exist', () => {
    const missing = join(folder, 'missing.tar.gz')
    const result = runCli(['restore', missing], { DATA_DIR: join(folder, 'new-target') })
    expect(result).toEqual({ status: 1, stdout: '', stderr: `The file ${missing} does not exist.\n` })
    expect(existsSync(join(folder, 'new-target'))).toBe(false)
  })

  it.each([
    ['a truncated archive', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100), 'damaged or incomplete'],
    ['half an archive', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), 'damaged or incomplete'],
    ['an empty file', () => Buffer.alloc(0), 'damaged or incomplete'],
    ['another file', () => Buffer.from('a letter to the expert'), 'damaged or incomplete'],
  ])('refuses %s and changes nothing', async (_, change, message) => {
    const { file } = await backUp()
    writeFileSync(file, change(readFileSync(file)))
    await expectRefusal(file, message)
  })

  it('refuses an archive with a wrong bit anywhere in its content, and changes nothing', async () => {
    const { file } = await backUp()
    const bytes = readFileSync(file)
    const content = gunzipSync(bytes)
    const target = await createEmptyDatabase()
    const places = Array.from({ length: 300 }, (_, i) => (i * bytes.length) / 300)
    const damaged = places.map(place => flipBit(bytes, place)).filter(changed => !isSameContent(changed, content))
    expect(damaged.length).toBeGreaterThan(280)
    for (const changed of damaged) {
      writeFileSync(file, changed)
      const dataDir = newFolder()
      const files = openFileStore({ s3: undefined, dataDir, urlSecret: '' }, server.clock)
      const options = { file, passphrase: undefined, databaseUrl: target.url, dataDir, files, log: silentLogger }
      await expect(restoreBackup(options)).rejects.toThrow('damaged or incomplete')
      expect(existsSync(dataDir)).toBe(false)
    }
    expect(await listCreated(target.pool)).toEqual([])
  })

  it('refuses a damaged encrypted archive, a wrong passphrase and a missing one, and changes nothing', async () => {
    const { file } = await backUp(newFile(), { passphrase })
    await expectRefusal(file, 'BACKUP_PASSPHRASE')
    await expectRefusal(file, 'passphrase of', { BACKUP_PASSPHRASE: 'another passphrase' })
    writeFileSync(file, flipBit(readFileSync(file), statSync(file).size - 50))
    await expectRefusal(file, 'damaged or incomplete', { BACKUP_PASSPHRASE: passphrase })
  })

  it('refuses a data folder or a database that is not empty', async () => {
    const { file } = await backUp()
    const dataDir = createDataFolder()
    writeFileSync(join(dataDir, 'notes.txt'), 'mine')
    const target = await createEmptyDatabase()
    const full = runCli(['restore', file], { DATA_DIR: dataDir, DATABASE_URL: target.url })
    expect(full).toMatchObject({ status: 1, stderr: expect.stringContaining('is not empty') })
    expect(readdirSync(dataDir)).toEqual(['notes.txt'])

    await target.pool.query('create table others (n integer)')
    const newDir = newFolder()
    const taken = runCli(['restore', file], { DATA_DIR: newDir, DATABASE_URL: target.url })
    expect(taken).toMatchObject({ status: 1, stderr: expect.stringContaining('it has others') })
    expect(existsSync(newDir)).toBe(false)
    expect((await target.pool.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(1)
  })

  it('ends the sessions and API keys of the backup, unless they are kept', async () => {
    const file = newFile()
    await backUp(file)
    const live = async (database: pg.Pool) =>
      (
        await database.query(`select
          (select count(*)::int from sessions where revoked_at is null) as sessions,
          (select count(*)::int from api_keys where revoked_at is null) as keys`)
      ).rows[0]
    const before = await live(pool)
    expect(before.sessions).toBeGreaterThan(0)
    expect(before.keys).toBe(1)
    for (const [options, expected] of [
      [[], { sessions: 0, keys: 0 }],
      [['--keep-sessions'], before],
    ] as const) {
      const target = await createEmptyDatabase()
      const environment = { DATA_DIR: createDataFolder(), DATABASE_URL: target.url }
      const { status, stdout } = runCli(['restore', file, ...options], environment)
      expect(status).toBe(0)
      expect(stdout.includes('All sessions and API keys have ended')).toBe(options.length === 0)
      expect(await live(target.pool)).toEqual(expected)
    }
  })

  it('restores what kutu backup wrote', async () => {
    const file = newFile()
    const source = { ...sharedSecrets, DATA_DIR: server.app.config.dataDir, DATABASE_URL: server.databaseUrl }
    const backup = runCli(['backup', file], source)
    expect(backup).toMatchObject({ status: 0, stdout: expect.stringContaining('not encrypted') })
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(readdirSync(folder).filter(name => name.includes('partial'))).toEqual([])
    expect(runCli(['backup', file], source)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('exists already'),
    })

    const target = await createEmptyDatabase()
    const dataDir = createDataFolder()
    const restored = runCli(['restore', file], { DATA_DIR: dataDir, DATABASE_URL: target.url })
    expect(restored).toMatchObject({ status: 0, stdout: expect.stringContaining('restored from the backup of') })
    const tables = ['users', 'bookings', 'photos']
    expect(await countRows(target.pool, tables)).toEqual(await countRows(pool, tables))
    expect(readFileSync(join(dataDir, 'secrets', 'token'), 'utf8')).toBe(sharedSecrets.TOKEN_SECRET)
  })
})

async function expectRefusal(file: string, message: string, environment: Record<string, string> = {}) {
  const target = await createEmptyDatabase()
  const dataDir = newFolder()
  const result = runCli(['restore', file], { DATA_DIR: dataDir, DATABASE_URL: target.url, ...environment })
  expect(result).toMatchObject({ status: 1, stderr: expect.stringContaining(message) })
  expect(result.stderr.trim().split('\n')).toHaveLength(1)
  expect(existsSync(dataDir)).toBe(false)
  expect(await listCreated(target.pool)).toEqual([])
}

/** Lists what a restore creates in an empty database. */
const listCreated = async (database: pg.Pool) =>
  (
    await database.query(`select nspname from pg_namespace where nspname = 'graphile_worker'
      union all select relname from pg_class where relnamespace = 'public'::regnamespace`)
  ).rows

/**
 * One bit in a thousand means the same either way: a note in the header, or a distance within a run of zeros that it
 * copies from. Such an archive is whole.
 */
function isSameContent(archive: Buffer, content: Buffer): boolean {
  try {
    return gunzipSync(archive).equals(content)
  } catch {
    return false
  }
}

function flipBit(bytes: Buffer, position: number): Buffer {
  const changed = Buffer.from(bytes)
  const index = Math.floor(position)
  changed[index] = (changed[index] ?? 0) ^ 4
  return changed
}

describe('an interrupted backup or restore', () => {
  it('leaves no file if the store cannot be read', async () => {
    const file = newFile()
    const files = Object.create(server.app.files, {
      open: { value: async () => Promise.reject(new Error('the store is gone')) },
    })
    const source = { ...backupSource(server.app), files }
    await expect(createBackup(source, file, { passphrase: undefined })).rejects.toThrow('the store is gone')
    expect(readdirSync(folder).filter(name => join(folder, name).startsWith(file))).toEqual([])
  })

  it('keeps the server from starting empty, and can be repeated', async () => {
    const { file } = await backUp()
    const target = await createEmptyDatabase()
    const dataDir = createDataFolder()
    writeFileSync(join(dataDir, 'restore-unfinished'), '')
    const environment = { DATA_DIR: dataDir, DATABASE_URL: target.url }
    await expect(spawnServer(environment)).rejects.toThrow('was interrupted')
    expect(runCli(['restore', file], environment)).toMatchObject({ status: 0 })
    expect(existsSync(join(dataDir, 'restore-unfinished'))).toBe(false)
    expect((await countRows(target.pool, ['users'])).users).toBe((await countRows(pool, ['users'])).users)
  })
})
