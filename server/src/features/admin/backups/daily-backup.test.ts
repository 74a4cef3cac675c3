import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCrontab } from 'graphile-worker'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { startMetricsServer } from '../../../platform/observability/metrics.ts'
import { crontab } from '../../../tasks.ts'
import { startObjectStorage } from '../../../testing/fakes/object-storage.ts'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { scrapeMetrics } from '../../../testing/metrics.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signIn, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { recordBackup } from './create-backup.ts'

const hour = 3600_000

let server: TestServer
let admin: TestUser
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kutu-daily-'))
  server = await startTestServer({ backups: { folder, keep: 2 } })
  admin = await createTestAdmin(server)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function backUp(): Promise<string> {
  await withTransaction(server.app, tx => enqueue(tx, 'back_up', {}))
  await server.runJobs()
  const time = server.clock.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  return `kutu-${time}Z.tar.gz`
}

async function fetchSystem() {
  // The clock has moved past the end of earlier tokens.
  const { token } = await signIn(server, admin.email)
  return (await server.request('GET /api/admin/system/', { token })).body
}
const fetchBackups = async () => (await fetchSystem()).backups

it('the daily backup keeps as many as configured, and the system page shows the age of the newest', async () => {
  expect(await fetchBackups()).toEqual({ is_scheduled: true, is_encrypted: false, latest_at: null, age_hours: null })
  const partials = ['old', 'new'].map(name => `kutu-20260101T012000Z.tar.gz.partial-${name}`)
  for (const name of ['notes.txt', 'kutu-by-hand.tar.gz', ...partials]) writeFileSync(join(folder, name), '')
  const longAgo = new Date(server.clock.now().getTime() - 30 * hour)
  utimesSync(join(folder, partials[0] ?? ''), longAgo, longAgo)
  const names = [await backUp()]
  for (const _ of [1, 2]) {
    server.clock.advance(hour)
    names.push(await backUp())
  }
  const kept = [...names.slice(1), 'notes.txt', 'kutu-by-hand.tar.gz', ...partials.slice(1)]
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted())
  const latest_at = `${server.clock.now().toISOString().slice(0, 19)}.000Z`
  server.clock.advance(1.5 * hour)
  expect(await fetchBackups()).toEqual({ is_scheduled: true, is_encrypted: false, age_hours: 1, latest_at })
  server.app.config.backupPassphrase = 'a long passphrase'
  expect(await fetchBackups()).toMatchObject({ is_encrypted: true })
  server.app.config.backupPassphrase = undefined
})

it('the metrics and the audit log say when the last complete backup was made', async () => {
  const { rows } = await server.app.pool.query(
    `select at, subject_id from audit_log where action = 'backup.created' order by id desc limit 1`,
  )
  const [newest] = readdirSync(folder)
    .filter(name => /T\d+Z\.tar\.gz$/.test(name))
    .toSorted()
    .reverse()
  expect(rows[0].subject_id).toBe(newest)
  const metrics = await startMetricsServer(
    { port: 0, host: '127.0.0.1' },
    { log: server.app.log, tasks: [], getObserved: () => ({ app: server.app, pool: server.app.pool }) },
  )
  const name = 'kutu_backup_last_success_timestamp_seconds'
  server.clock.advance(hour)
  const created = { rows: {}, files: 0, missing_files: [], bytes: 1, isEncrypted: false, isDatabaseOnly: false }
  await recordBackup(server.app, 'database.tar.gz', { ...created, isDatabaseOnly: true })
  await recordBackup(server.app, 'incomplete.tar.gz', { ...created, missing_files: ['photos/lost'] })
  expect((await scrapeMetrics(metrics.url)).value(name)).toBeCloseTo(rows[0].at.getTime() / 1000)
  await recordBackup(server.app, 'whole.tar.gz', created)
  expect((await scrapeMetrics(metrics.url)).value(name)).toBeCloseTo(server.clock.now().getTime() / 1000)
  await metrics.close()
})

it('photos in a bucket are not in the daily backup', async () => {
  const storage = await startObjectStorage()
  onTestFinished(() => storage.close())
  const dailyFolder = mkdtempSync(join(tmpdir(), 'kutu-daily-bucket-'))
  onTestFinished(() => rmSync(dailyFolder, { recursive: true, force: true }))
  const bucketServer = await startTestServer({ s3: storage.s3, backups: { folder: dailyFolder, keep: 2 } })
  onTestFinished(() => bucketServer.close())
  const { token } = await signUpFarmer(bucketServer)
  await uploadPhoto(bucketServer, token, await drawLeaf({ seed: 1, spots: true }).jpeg().toBuffer())
  await withTransaction(bucketServer.app, tx => enqueue(tx, 'back_up', {}))
  await bucketServer.runJobs()
  const [name = ''] = readdirSync(dailyFolder)
  const entries = execFileSync('tar', ['--list', '--gzip', '--file', join(dailyFolder, name)], { encoding: 'utf8' })
  expect(entries).toContain('database/photos/')
  expect(entries).not.toContain('\nfiles/')
})

it('a backup that fails deletes no older one', async () => {
  const before = readdirSync(folder)
  const { backups } = server.app.config
  server.app.config.backups = { folder: join(folder, 'gone'), keep: 1 }
  await backUp()
  server.app.config.backups = backups
  expect(readdirSync(folder)).toEqual(before)
  const { jobs } = await fetchSystem()
  expect(jobs.waiting).toBe(1)
})

it('without BACKUP_DIR no backup is written', async () => {
  const { backups } = server.app.config
  const before = readdirSync(folder)
  server.app.config.backups = undefined
  await backUp()
  expect(await fetchBackups()).toEqual({ is_scheduled: false, is_encrypted: false, latest_at: null, age_hours: null })
  server.app.config.backups = backups
  expect(readdirSync(folder)).toEqual(before)
})

it('the job is scheduled once a day', () => {
  const items = parseCrontab(crontab).filter(({ task }) => task === 'back_up')
  expect(items).toHaveLength(1)
  expect(items[0]?.match({ min: 20, hour: 1, date: 1, month: 1, dow: 1 })).toBe(true)
  expect(items[0]?.match({ min: 20, hour: 2, date: 1, month: 1, dow: 1 })).toBe(false)
})
