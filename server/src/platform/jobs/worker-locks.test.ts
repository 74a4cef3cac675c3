import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { silentLogger } from '../../testing/database/data-folder.ts'
import { createTcpProxy, type TcpProxy } from '../../testing/database/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { waitUntil } from '../../testing/processes/spawn-script.ts'
import { createKysely } from '../db/database.ts'
import { WorkerLocks } from './worker-locks.ts'

let database: TestDatabase
let proxy: TcpProxy
const opened: WorkerLocks[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  proxy = await createTcpProxy(database.url)
  await proxy.start()
})
afterEach(async () => {
  for (const locks of opened.splice(0)) await locks.close()
  await proxy.stop()
  await database.close()
})

/** Opens the locks of a process. It has swept once or twice, and then sweeps only on demand. */
async function openLocks(url: string, ...workers: string[]): Promise<WorkerLocks> {
  const locks = await WorkerLocks.open(url, silentLogger, { sweepMs: 3_600_000 })
  opened.push(locks)
  for (const worker of workers) await locks.hold(worker)
  await locks.sweep()
  return locks
}

/** Adds a job that a worker has locked, in its given attempt of three. */
async function addLockedJob(worker: string, attempts = 1): Promise<void> {
  await sql`
    with job as (select id from graphile_worker.add_job('send_mail', max_attempts => 3))
    select id from job`.execute(db())
  await sql`
    update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now(), attempts = ${attempts}
    where locked_by is null and attempts = 0`.execute(db())
}

const db = () => createKysely(database.pool)
type JobRow = { locked_by: string | null; attempts: number; last_error: string | null }

async function listJobs(): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select locked_by, attempts, last_error from graphile_worker.jobs order by id`.execute(db())
  return rows
}

const listLockHolders = async () => (await listJobs()).map(({ locked_by }) => locked_by)

async function countAdvisoryLocks(): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from pg_locks l join pg_database d on d.oid = l.database
    where l.locktype = 'advisory' and l.granted and d.datname = current_database()`.execute(db())
  return Number(rows[0]?.count)
}

it('releases the jobs of a process that is gone, and keeps those of a running one', async () => {
  await openLocks(database.url, 'pool-running')
  await addLockedJob('pool-running')
  await addLockedJob('pool-gone')
  const observer = await openLocks(database.url, 'pool-own')
  await addLockedJob('pool-own')
  await observer.sweep()
  await observer.sweep()
  expect(await listLockHolders()).toEqual(['pool-running', null, 'pool-own'])
})

it('logs why the lock of a worker could not be taken, and takes it on a new connection', async () => {
  const logged: unknown[] = []
  const log = {
    ...silentLogger,
    info: () => undefined,
    error: () => undefined,
    warn: (fields: unknown) => void logged.push(fields),
  }
  const other = await openLocks(database.url, 'pool-disputed')
  const locks = await WorkerLocks.open(database.url, log, { sweepMs: 50 })
  opened.push(locks)
  const holding = locks.hold('pool-disputed')
  const terminateWaiting = () =>
    sql<{ pid: number }>`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`.execute(db())
  await waitUntil(async () => (await terminateWaiting()).rows.length === 1)
  await holding
  expect(logged).toContainEqual(expect.objectContaining({ worker: 'pool-disputed', err: expect.any(Error) }))
  await other.close()
  await addLockedJob('pool-disputed')
  await waitUntil(async () => (await countAdvisoryLocks()) === 1)
  await locks.sweep()
  expect(await listLockHolders()).toEqual(['pool-disputed'])
})

it('releases the jobs of a process as soon as it has stopped', async () => {
  const stopping = await openLocks(database.url, 'pool-stopping')
  await addLockedJob('pool-stopping')
  const observer = await openLocks(database.url)
  await observer.sweep()
  await observer.sweep()
  expect(await listLockHolders()).toEqual(['pool-stopping'])
  await stopping.close()
  await observer.sweep()
  expect(await listLockHolders()).toEqual(['pool-stopping'])
  await observer.sweep()
  expect(await listLockHolders()).toEqual([null])
})

it('sweeps at start and then repeatedly, in every process', async () => {
  await addLockedJob('pool-gone')
  for (const worker of ['pool-a', 'pool-b']) {
    const locks = await WorkerLocks.open(database.url, silentLogger, { sweepMs: 20 })
    opened.push(locks)
    await locks.hold(worker)
  }
  await waitUntil(async () => (await listLockHolders())[0] === null)
})

it('keeps the jobs of a process that replaces its lost connection', async () => {
  await openLocks(proxy.url, 'pool-unlucky')
  await addLockedJob('pool-unlucky')
  const observer = await openLocks(database.url)
  expect(await countAdvisoryLocks()).toBe(1)
  await proxy.stop()
  await waitUntil(async () => (await countAdvisoryLocks()) === 0)
  await observer.sweep()
  await proxy.start()
  await waitUntil(async () => (await countAdvisoryLocks()) === 1)
  await observer.sweep()
  await observer.sweep()
  expect(await listLockHolders()).toEqual(['pool-unlucky'])
})

it('takes the locks of workers that started while there was no connection', async () => {
  const locks = await openLocks(proxy.url)
  await proxy.stop()
  await locks.hold('pool-late')
  await proxy.start()
  await waitUntil(async () => (await countAdvisoryLocks()) === 1)
})

it('shows why a job was given up that crashed its process in the last attempt', async () => {
  await addLockedJob('pool-gone', 2)
  await addLockedJob('pool-gone', 3)
  const observer = await openLocks(database.url)
  await observer.sweep()
  await observer.sweep()
  expect(await listJobs()).toMatchObject([
    { locked_by: null, attempts: 2, last_error: null },
    { locked_by: null, attempts: 3, last_error: 'The process that ran this job ended before the job did.' },
  ])
})
