// @slow

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase, openPool } from '../../../platform/db/connection/open-database.ts'
import { findBinaries } from '../../../platform/embedded-postgres/binaries.ts'
import { removeDurably } from '../../../platform/embedded-postgres/durable-file.ts'
import { stopOrphanedPostmaster } from '../../../platform/embedded-postgres/postmaster.ts'
import { locateCluster } from '../../../platform/embedded-postgres/system-user.ts'
import { createDataFolder, silentLogger } from '../../../testing/database/data-folder.ts'
import {
  createOldCluster,
  debianPostgres,
  isInstalled,
  type OldPostgres,
  packagedPostgres,
  withOldServer,
} from '../../../testing/database/old-cluster.ts'
import { findInvariantViolations } from '../../../testing/features/consultation-invariants.ts'
import { bookSlot, createAppointment, createFreeSlot } from '../../../testing/features/consultations.ts'
import { bundledFile } from '../../../testing/processes/bundle.ts'
import { spawnScript } from '../../../testing/processes/spawn-script.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { backupSource, createBackup } from '../backups/create-backup.ts'
import { createUpgrade } from './create-upgrade.ts'

const script = new URL('../../../testing/processes/database-process.ts', import.meta.url)
const cli = fileURLToPath(new URL('../../../cli.ts', import.meta.url))

/** Each test starts several databases, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })
afterAll(() => vi.resetConfig())

let server: TestServer
let folder: string
let backup: string
let farmer: TestUser
let expert: TestUser
/** Rows, sequences, triggers and jobs of the original. */
let expected: Awaited<ReturnType<typeof readContents>>
/** Data folder with a stopped PostgreSQL 17. */
let template: string

beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  folder = mkdtempSync(join(tmpdir(), 'kutu-upgrades-'))
  farmer = await signUpFarmer(server)
  expert = await signUpExpert(server)
  await createAppointment(server, farmer, expert)
  await createFreeSlot(server, expert)
  const pool = openPool(server.databaseUrl, 2, () => undefined)
  await pool.query(
    `select graphile_worker.add_job('send_code', '{"id": "none"}', 'codes', max_attempts => 3, job_key => 'k')`,
  )
  backup = join(folder, 'original.tar.gz')
  await createBackup(backupSource(server.app), backup, { passphrase: undefined })
  expected = await readContents(pool)
  await pool.end()
  template = mkdtempSync(join(tmpdir(), 'kutu-old-data-'))
  await createOldCluster(template, packagedPostgres, backup)
})
afterAll(async () => {
  await server.close()
  for (const path of [folder, template]) rmSync(path, { recursive: true, force: true })
})

/** Reads what an upgrade has to keep, in a form that does not depend on the version of PostgreSQL. */
async function readContents(pool: pg.Pool) {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> 'migrations' order by 1`,
  )
  const rows: Record<string, unknown> = {}
  for (const { name } of tables)
    rows[name] = (
      await pool.query(
        `select count(*)::int as count, md5(string_agg(t::text, ' ' order by t::text)) as hash from ${name} t`,
      )
    ).rows[0]
  const read = async (sql: string) => (await pool.query(sql)).rows
  return {
    rows,
    sequences: await read(
      `select sequencename, last_value from pg_sequences where schemaname = 'public' order by sequencename`,
    ),
    triggers: await read(
      `select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger where not tgisinternal
         and tgrelid::regclass::text not like 'graphile%' order by 1, 2`,
    ),
    jobs: await read(
      `select id, task_identifier, queue_name, run_at, attempts, max_attempts, key from graphile_worker.jobs order by id`,
    ),
  }
}

function createOldFolder(): string {
  return createDataFolder({ template })
}

/** Opens the database like the server does, and closes it at the end of the test. */
async function open(dataDir: string, oldPostgresFolder?: string) {
  const upgrade = createUpgrade({ dataDir, oldPostgresFolder }, server.clock, silentLogger)
  const opened = await openDatabase({ dataDir, log: silentLogger, poolSize: 8, upgrade })
  let isOpen = true
  const close = async () => {
    if (isOpen) await opened.close()
    isOpen = false
  }
  onTestFinished(close)
  return { ...opened, close }
}

const readMajor = async (pool: pg.Pool) =>
  Number((await pool.query(`select current_setting('server_version_num')::int / 10000 as major`)).rows[0].major)

async function expectOldUsable(dataDir: string, old: OldPostgres) {
  await withOldServer(dataDir, old, async ({ url }) => {
    const pool = openPool(url, 2, () => undefined)
    try {
      expect(await readMajor(pool)).toBe(old.major)
      expect(await readContents(pool)).toEqual(expected)
    } finally {
      await pool.end()
    }
  })
}

describe('the embedded database of an older PostgreSQL', () => {
  it.each([packagedPostgres, debianPostgres].filter(isInstalled))(
    'is upgraded from $major at the start: rows, sequences, triggers, jobs and sign-in live on, and the old one stays',
    async old => {
      const dataDir = old.major === 17 ? createOldFolder() : createDataFolder()
      if (old.major !== 17) await createOldCluster(dataDir, old, backup)
      const { pool, url, close } = await open(dataDir, old.binFolder)
      expect(await readMajor(pool)).toBe(18)
      expect(await readContents(pool)).toEqual(expected)
      const { tokenSecret, urlSecret } = server.app.config
      const upgraded = await startTestServer(
        { dataDir, tokenSecret, urlSecret, expertApproval: 'auto' },
        { database: { pool, url, close } },
      )
      const again = await signIn(upgraded, farmer.email)
      expect(again.id).toBe(farmer.id)
      const mine = await upgraded.request('GET /api/account/preferences/', { token: farmer.token })
      expect(mine.status).toBe(200)
      const slot = await createFreeSlot(upgraded, await signIn(upgraded, expert.email))
      expect((await bookSlot(upgraded, again, slot.id)).status).toBe(201)
      expect(await findInvariantViolations(upgraded.app)).toEqual([])
      const { rows: added } = await pool.query<{ id: string }>(`select id from graphile_worker.add_job('sweep')`)
      expect(Number(added[0]?.id)).toBeGreaterThan(Math.max(...expected.jobs.map(({ id }) => Number(id))))
      await upgraded.close()

      // startTestServer deletes its own folder only.
      expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['postgres', 'postgres-18', 'postgres.previous']))
      const restarted = await open(dataDir)
      expect(restarted.pool).toBeDefined()
    },
  )

  it('is used again after kutu database rollback, and upgraded again by the next start', async () => {
    const dataDir = createOldFolder()
    const first = await open(dataDir)
    await first.pool.query(`create table only_after_the_upgrade (n integer)`)
    expect(runCli(['database', 'rollback'], dataDir)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is running on the data folder'),
    })
    await first.close()
    const result = runCli(['database', 'rollback'], dataDir)
    expect(result).toMatchObject({ status: 0, stdout: expect.stringContaining('PostgreSQL 17') })
    await expectOldUsable(dataDir, packagedPostgres)
    expect(runCli(['database', 'rollback'], dataDir)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('nothing to return to'),
    })

    const second = await open(dataDir)
    expect(await readContents(second.pool)).toEqual(expected)
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['postgres', 'postgres-18', 'postgres-18-2']))
  })

  it('is unchanged when the copy fails, and the message says so', async () => {
    const dataDir = createOldFolder()
    const before = readdirSync(dataDir)
    const upgrade = {
      oldBinFolder: undefined,
      copyDatabase: async () => Promise.reject(new Error('no space left on device')),
    }
    const opening = openDatabase({ dataDir, log: silentLogger, poolSize: 2, upgrade })
    await expect(opening).rejects.toThrow(/17 to 18: no space left on device.*unchanged/)
    expect(readdirSync(dataDir)).toEqual(before)
    await expectOldUsable(dataDir, packagedPostgres)
  })

  it('is not touched without the programs of its version, or if it is newer', async () => {
    const dataDir = createOldFolder()
    const version = join(dataDir, 'postgres', 'PG_VERSION')
    writeFileSync(version, '14\n')
    await expect(open(dataDir)).rejects.toThrow('EMBEDDED_POSTGRES_OLD_BIN')
    writeFileSync(version, '99\n')
    await expect(open(dataDir)).rejects.toThrow('kutu database rollback')
    writeFileSync(version, '17\n')
    await expect(open(dataDir, '/usr/bin')).rejects.toThrow('/usr/bin has none')
    await expectOldUsable(dataDir, packagedPostgres)
  })

  it('does not start empty if its folder has gone', async () => {
    const dataDir = createOldFolder()
    const { close } = await open(dataDir)
    await close()
    rmSync(join(dataDir, 'postgres-18'), { recursive: true })
    await expect(open(dataDir)).rejects.toThrow('does not exist')
    removeDurably(join(dataDir, 'postgres.location'))
    await expectOldUsable(dataDir, packagedPostgres)
  })

  it.skipIf(process.getuid?.() !== 0)('is upgraded outside a private data folder of root as well', async () => {
    const dataDir = join(createDataFolder(), 'data')
    spawnSync('mkdir', [dataDir])
    await createOldCluster(dataDir, packagedPostgres, backup)
    const { folder: old } = locateCluster(dataDir)
    onTestFinished(() => rmSync(dirname(old), { recursive: true, force: true }))
    expect(old).toMatch(/^\/var\/lib\/kutu\//)
    const { pool, close } = await open(dataDir)
    expect(await readContents(pool)).toEqual(expected)
    await close()
    expect(locateCluster(dataDir).folder).toBe(`${old}-18`)
  })
})

function runCli(args: string[], dataDir: string) {
  const { DATABASE_URL: _, TEST_DATABASE_URL: __, ...inherited } = process.env
  const options = { env: { ...inherited, DATA_DIR: dataDir }, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundledFile(cli), ...args], options)
  return { status, stdout, stderr }
}

describe('an upgrade that is interrupted', () => {
  const points = [
    { step: 'marked', delayMs: 0 },
    { step: 'marked', delayMs: 300 },
    { step: 'created', delayMs: 0 },
    { step: 'started the old one', delayMs: 0 },
    { step: 'started the new one', delayMs: 0 },
    { step: 'read the old database', delayMs: 0 },
    { step: 'read the old database', delayMs: 200 },
    { step: 'copied', delayMs: 0 },
    { step: 'stopped both', delayMs: 0 },
    { step: 'recorded the old one', delayMs: 0 },
    { step: 'switched', delayMs: 0 },
  ]
  it.each(points.map((point, i) => ({ ...point, kind: i % 2 === 0 ? 'power' : 'process' })))(
    'at $step and $delayMs ms later ($kind) leaves a usable database, and the next start completes it',
    async ({ step, delayMs, kind }) => {
      const dataDir = createOldFolder()
      const upgrading = spawnScript(script, ['upgrade-and-die', dataDir, step, String(delayMs), kind])
      expect(await upgrading.exited).toBe('SIGKILL')
      // With a delay, a fast machine may have switched to the new cluster before it is killed.
      const location = locateCluster(dataDir)
      const isSwitched = location.folder !== join(dataDir, 'postgres')
      if (delayMs === 0) expect(isSwitched).toBe(step === 'switched')
      if (!isSwitched) {
        // What the next start does as well.
        await stopOrphanedPostmaster(location.folder, findBinaries(location.user))
        await expectOldUsable(dataDir, packagedPostgres)
      }
      const { pool } = await open(dataDir)
      expect(await readMajor(pool)).toBe(18)
      expect(await readContents(pool)).toEqual(expected)
      const names = readdirSync(dataDir).filter(name => name !== 'postgres.log')
      const previous = ['postgres', 'postgres-18', 'postgres.location', 'postgres.previous']
      expect(names.filter(name => /postgres|upgrad/.test(name)).sort()).toEqual(previous)
      expect(JSON.parse(readFileSync(join(dataDir, 'postgres.previous'), 'utf8'))).toMatchObject({ major: 17 })
      expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true)
    },
  )
})
