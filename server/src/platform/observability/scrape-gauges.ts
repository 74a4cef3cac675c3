import { statfs } from 'node:fs/promises'
import type { Pool } from 'pg'
import { Gauge, type Registry } from 'prom-client'
import product from '../../../package.json' with { type: 'json' }
import type { App } from '../../context.ts'
import type { HealthChecks } from '../http/health/health-checks.ts'

/** The opened parts of a process that the gauges read. */
export type ObservedApp = {
  app: App
  pool: Pool
  checks?: HealthChecks
  /** Returns until when the certificate of PUBLIC_URL is valid, as an ISO time; null if that is unknown. */
  readCertificateEnd?: () => Promise<string | null>
}

/** A scrape usually times out after ten seconds, the same time as a connection of an exhausted pool. */
const queryTimeoutMs = 3000

const jobStates = ['due', 'scheduled', 'running', 'failed'] as const
type TaskRow = Record<(typeof jobStates)[number], string> & { task: string; age: number | null }

const countJobs = `
  select task_identifier as task,
    count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as due,
    count(*) filter (where attempts < max_attempts and locked_at is null and run_at > now()) as scheduled,
    count(*) filter (where locked_at is not null) as running,
    count(*) filter (where attempts >= max_attempts and locked_at is null) as failed,
    extract(epoch from now() - min(run_at)
      filter (where attempts < max_attempts and locked_at is null and run_at <= now()))::float8 as age
  from graphile_worker.jobs group by task_identifier`

const findLastBackup = `
  select extract(epoch from at)::float8 as at from audit_log
  where action = 'backup.created' and (after->>'is_whole') is distinct from 'false' order by id desc limit 1`

/**
 * Registers the gauges and returns a function that reads their values. Every process reports the same jobs, those of
 * the database.
 */
export function createScrapeGauges(
  registry: Registry,
  tasks: readonly string[],
): (observed: ObservedApp | undefined) => Promise<void> {
  const registers = [registry]
  const up = new Gauge({
    name: 'kutu_database_up',
    help: '1 if the database answered this scrape within three seconds.',
    registers,
  })
  const jobs = new Gauge({
    name: 'kutu_jobs',
    help: 'Jobs in the queue by task and state: due, scheduled (for later or for another attempt), running, failed (given up).',
    labelNames: ['task', 'state'],
    registers,
  })
  const jobAge = new Gauge({
    name: 'kutu_job_oldest_due_age_seconds',
    help: 'Time since the oldest job of a task that waits to run became due; 0 if none waits.',
    labelNames: ['task'],
    registers,
  })
  const parts = new Gauge({
    name: 'kutu_part_available',
    help: '1 if a part works: database, files (the store of the photos) or model, as GET /api/ready checks it.',
    labelNames: ['part'],
    registers,
  })
  const lastBackup = new Gauge({
    name: 'kutu_backup_last_success_timestamp_seconds',
    help: 'When the newest whole backup of this database was written; 0 if there was none.',
    registers,
  })
  const certificateEnd = new Gauge({
    name: 'kutu_certificate_expiry_timestamp_seconds',
    help: 'Until when the certificate of PUBLIC_URL is valid; no sample without https or an answer.',
    labelNames: ['url'],
    registers,
  })
  const connections = new Gauge({
    name: 'kutu_database_pool_connections',
    help: 'Connections of the pool by state.',
    labelNames: ['state'],
    registers,
  })
  const maxConnections = new Gauge({
    name: 'kutu_database_pool_max_connections',
    help: 'Maximum number of connections of the pool.',
    registers,
  })
  const waiting = new Gauge({
    name: 'kutu_database_pool_waiting_requests',
    help: 'Queries and transactions that wait for a connection of the pool.',
    registers,
  })
  const freeBytes = new Gauge({
    name: 'kutu_data_disk_free_bytes',
    help: 'Free space of the disk with DATA_DIR.',
    registers,
  })
  const sizeBytes = new Gauge({
    name: 'kutu_data_disk_size_bytes',
    help: 'Size of the disk with DATA_DIR.',
    registers,
  })
  const model = new Gauge({
    name: 'kutu_model_info',
    help: 'Always 1; the labels name the active model version and the network that it belongs to.',
    labelNames: ['version', 'network'],
    registers,
  })
  const build = new Gauge({
    name: 'kutu_build_info',
    help: 'Always 1; the labels name the product version and the role of the process.',
    labelNames: ['version', 'role'],
    registers,
  })

  const readDisk = async ({ app }: ObservedApp) => {
    const { bavail, blocks, bsize } = await statfs(app.config.dataDir)
    freeBytes.set(bavail * bsize)
    sizeBytes.set(blocks * bsize)
  }
  const readJobs = async ({ pool }: ObservedApp) => {
    const { rows } = await withTimeout(pool.query<TaskRow>(countJobs), queryTimeoutMs)
    const rowsByTask = new Map(rows.map(row => [row.task, row]))
    for (const task of new Set([...tasks, ...rowsByTask.keys()])) {
      const row = rowsByTask.get(task)
      for (const state of jobStates) jobs.set({ task, state }, Number(row?.[state] ?? 0))
      jobAge.set({ task }, row?.age ?? 0)
    }
  }

  const readLastBackup = async ({ pool }: ObservedApp) => {
    const { rows } = await withTimeout(pool.query<{ at: number }>(findLastBackup), queryTimeoutMs)
    lastBackup.set(rows[0]?.at ?? 0)
  }
  const readParts = async ({ app, checks, readCertificateEnd }: ObservedApp) => {
    const states = (await checks?.()) ?? {}
    for (const [part, state] of Object.entries(states)) parts.set({ part }, Number(state === 'available'))
    const validUntil = await readCertificateEnd?.()
    if (validUntil) certificateEnd.set({ url: app.config.publicUrl }, Date.parse(validUntil) / 1000)
  }

  return async observed => {
    for (const gauge of [jobs, jobAge, model, build, parts, certificateEnd]) gauge.reset()
    up.set(0)
    if (!observed) return
    const { app, pool } = observed
    // Before the query of this scrape uses a connection itself.
    connections.set({ state: 'idle' }, pool.idleCount)
    connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    maxConnections.set(pool.options.max)
    waiting.set(pool.waitingCount)
    model.set({ version: app.vision.active.version, network: app.vision.card.version }, 1)
    build.set({ version: product.version, role: app.config.role }, 1)
    await Promise.all([
      readDisk(observed).catch(error => app.log.warn({ err: error }, 'the free space could not be measured')),
      readJobs(observed).then(
        () => up.set(1),
        error => app.log.warn({ err: error }, 'the job queue could not be measured'),
      ),
      // Without an answer the last value stays: 0 would say that there is no backup.
      readLastBackup(observed).catch(error => app.log.warn({ err: error }, 'the last backup could not be read')),
      readParts(observed),
    ])
  }
}

async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} seconds`)), ms)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
