// @slow

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { runSql } from '../../../testing/database/run-sql.ts'
import { drawLeaf } from '../../../testing/images/synthetic-photos.ts'
import { sharedSecrets, spawnServer } from '../../../testing/processes/server-process.ts'
import { fillDisk, findSmallDisk } from '../../../testing/processes/small-disk.ts'
import { waitUntil } from '../../../testing/processes/spawn-script.ts'
import { sendRequest, startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { farmerRegistration, signUpFarmer } from '../../../testing/server/test-users.ts'
import { createHealthChecks } from './health-checks.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ tokenSecret: sharedSecrets.TOKEN_SECRET })
})
afterAll(() => server.close())

/** A statement that fails like one of a database without disk space. */
const failAsFull = `raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'`

it('a database without disk space gives 507 storage_full in the reader’s language, and works again afterwards', async () => {
  await runSql(
    server.databaseUrl,
    `create function fail_as_full() returns trigger language plpgsql as $$ begin ${failAsFull}; end $$;
     create trigger disk_is_full before insert on users execute function fail_as_full()`,
  )
  const freeDisk = () => runSql(server.databaseUrl, 'drop trigger if exists disk_is_full on users')
  onTestFinished(async () => void (await freeDisk()))
  const register = (language: string) =>
    server.request('POST /api/auth/register/farmer/', {
      body: farmerRegistration(),
      headers: { 'accept-language': language },
    })
  const replies = [await register('en'), await register('sw'), await register('lg')]
  expect(replies.map(({ body }) => body)).toEqual(
    ['no space left', 'haina nafasi', 'terina kifo'].map(words => ({
      status: 507,
      error: 'storage_full',
      message: expect.stringContaining(words),
    })),
  )
  await freeDisk()
  expect((await register('en')).status).toBe(201)
})

it('readiness tells a full disk, a broken part and a part that does not answer from one that works', async ({
  skip,
}) => {
  skip(!existsSync('/dev/full'), 'this system has no device that is always full')
  const log = pino({ level: 'silent' })
  const fillDisk = () => writeFile('/dev/full', 'x')
  const works = async () => true
  const full = createHealthChecks(
    { database: () => runSql(server.databaseUrl, `do $$ begin ${failAsFull}; end $$`), files: fillDisk, model: works },
    log,
  )
  expect(await full()).toEqual({ database: 'full', files: 'full', model: 'available' })
  const broken = createHealthChecks(
    {
      database: () => runSql('postgres://127.0.0.1:1/none', 'select 1'),
      files: works,
      model: () => new Promise(() => undefined),
    },
    log,
    { timeoutMs: 100 },
  )
  expect(await broken()).toEqual({ database: 'unavailable', files: 'available', model: 'unavailable' })
})

it('photos on a full disk give 507, and readiness names the files, until there is space again', async ({ skip }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kutu-small-disk-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const launcher = findSmallDisk(dataDir)
  if (!launcher) return skip('this system allows no mounts')
  const { token } = await signUpFarmer(server)
  const environment = { ...sharedSecrets, DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir }
  const { url, child, exited } = await spawnServer(environment, launcher)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const showReady = () => sendRequest(url, 'GET /api/ready')
  const upload = async (seed: number) => {
    const photo = await drawLeaf({ seed, spots: true }).jpeg().toBuffer()
    const form = [{ name: 'image', value: new Blob([photo]) }]
    return sendRequest(url, 'POST /analysis/rust-detection/', { token, form })
  }
  expect((await upload(1)).status).toBe(201)

  // The mount is visible only to the process.
  const filler = `/proc/${child.pid}/root${dataDir}/filler`
  fillDisk(filler)
  expect((await upload(2)).body).toMatchObject({ status: 507, error: 'storage_full' })
  await waitUntil(async () => (await showReady()).status === 503)
  expect((await showReady()).body).toEqual({
    status: 503,
    error: 'not_ready',
    message: expect.any(String),
    errors: [{ field: 'files', message: 'The disk of the photos is full.' }],
  })

  writeFileSync(filler, '')
  expect((await upload(2)).status).toBe(201)
  await waitUntil(async () => (await showReady()).status === 200)
  expect((await showReady()).body).toEqual({
    status: 'ready',
    checks: { database: true, files: true, model: true },
  })
})
