import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { App } from '../../context.ts'
import type { HealthChecks } from '../http/health/health-checks.ts'

/**
 * The counters and measurements of this process since it started. Names follow
 * https://prometheus.io/docs/practices/naming/. A label takes few values, known in advance: never a URL, an id or anything
 * about a person. The alert rules in deploy/prometheus use each metric.
 */
export const processMetrics = new Registry()
const registers = [processMetrics]

const httpRequests = new Counter({
  name: 'kutu_http_requests_total',
  help: 'HTTP requests by route pattern and status code.',
  labelNames: ['method', 'route', 'status'],
  registers,
})
const httpRequestDuration = new Histogram({
  name: 'kutu_http_request_duration_seconds',
  help: 'Time from the arrival of a request to the end of its reply, without event streams.',
  labelNames: ['method', 'route'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
})

const diagnosisOutcomes = [
  'common_rust',
  'healthy',
  'other_disease',
  'uncertain',
  'not_a_leaf',
  // The photo was diagnosed before; its stored answer was used.
  'cached',
  'unsupported_type',
  'image_unreadable',
  'image_too_large',
  'overloaded',
  'error',
] as const
export type DiagnosisOutcome = (typeof diagnosisOutcomes)[number]
export const diagnoses = new Counter({
  name: 'kutu_diagnoses_total',
  help: 'Photos submitted for a diagnosis, by outcome.',
  labelNames: ['outcome'],
  registers,
})
for (const outcome of diagnosisOutcomes) diagnoses.inc({ outcome }, 0)

export const jobRuns = new Counter({
  name: 'kutu_job_runs_total',
  help: 'Attempts to run a job, by outcome: completed, failed (another attempt follows), given_up, interrupted (by a stop).',
  labelNames: ['task', 'outcome'],
  registers,
})

export const emails = new Counter({
  name: 'kutu_emails_total',
  help: 'Attempts to send an email: sent, failed (another attempt follows) or rejected permanently by the mail server.',
  labelNames: ['outcome'],
  registers,
})
for (const outcome of ['sent', 'failed', 'rejected']) emails.inc({ outcome }, 0)

export const smsMessages = new Counter({
  name: 'kutu_sms_total',
  help: 'Attempts to send an SMS: sent, failed (another attempt follows), rejected (this recipient), account_rejected (the gateway account), not_configured.',
  labelNames: ['outcome'],
  registers,
})
for (const outcome of ['sent', 'failed', 'rejected', 'account_rejected', 'not_configured'])
  smsMessages.inc({ outcome }, 0)

/** Methods that a label may hold. A client can invent others for a URL that does not exist. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Counts a request and measures its duration.
 * @param route pattern such as `/api/admin/users/:id/`; never the URL
 * @param ms undefined for event streams, which are open for minutes and say nothing about latency
 */
export function countRequest(verb: string, route: string, status: number, ms: number | undefined): void {
  const method = methods.includes(verb) ? verb : 'other'
  const labels = { method, route: route.length > 1 ? route.replace(/\/$/, '') : route }
  httpRequests.inc({ ...labels, status: String(status) })
  if (ms !== undefined) httpRequestDuration.observe(labels, ms / 1000)
}

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

/** Registers the gauges and returns a function that reads their values. */
function createGauges(registry: Registry, tasks: readonly string[]) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `kutu_${name}`, help, labelNames, registers: [registry] })
  const up = gauge('database_up', '1 if the database answered this scrape within three seconds.')
  const jobAge = gauge(
    'job_oldest_due_age_seconds',
    'Time since the oldest job of a task that waits to run became due; 0 if none waits. Every process reports the same.',
    ['task'],
  )
  const parts = gauge(
    'part_available',
    '1 if a part works: database, files (the store of the photos) or model, as GET /api/ready checks it.',
    ['part'],
  )
  const lastBackup = gauge(
    'backup_last_success_timestamp_seconds',
    'When the newest whole backup of this database was written; 0 if there was none.',
  )
  const certificateEnd = gauge(
    'certificate_expiry_timestamp_seconds',
    'Until when the certificate of PUBLIC_URL is valid; no sample without https or an answer.',
    ['url'],
  )
  const waiting = gauge('database_pool_waiting_requests', 'Queries and transactions that wait for a connection.')
  const freeBytes = gauge('data_disk_free_bytes', 'Free space of the disk with DATA_DIR.')
  const sizeBytes = gauge('data_disk_size_bytes', 'Size of the disk with DATA_DIR.')

  const readDisk = async ({ app }: ObservedApp) => {
    const { bavail, blocks, bsize } = await statfs(app.config.dataDir)
    freeBytes.set(bavail * bsize)
    sizeBytes.set(blocks * bsize)
  }
  const readDatabase = async ({ pool }: ObservedApp) => {
    const { rows } = await pool.query<{ task: string; age: number }>(
      `select task_identifier as task, extract(epoch from now() - min(run_at))::float8 as age from graphile_worker.jobs
       where attempts < max_attempts and locked_at is null and run_at <= now() group by task_identifier`,
    )
    for (const task of tasks) jobAge.set({ task }, 0)
    for (const { task, age } of rows) jobAge.set({ task }, age)
    const backup = await pool.query<{ at: number }>(
      `select extract(epoch from at)::float8 as at from audit_log
       where action = 'backup.created' and (after->>'is_whole') is distinct from 'false' order by id desc limit 1`,
    )
    lastBackup.set(backup.rows[0]?.at ?? 0)
  }
  const readParts = async ({ app, checks, readCertificateEnd }: ObservedApp) => {
    for (const [part, state] of Object.entries((await checks?.()) ?? {}))
      parts.set({ part }, Number(state === 'available'))
    const validUntil = await readCertificateEnd?.()
    if (validUntil) certificateEnd.set({ url: app.config.publicUrl }, Date.parse(validUntil) / 1000)
  }

  return async (observed: ObservedApp | undefined) => {
    for (const each of [jobAge, parts, certificateEnd]) each.reset()
    up.set(0)
    if (!observed) return
    const { app, pool } = observed
    // Before the query of this scrape uses a connection itself.
    waiting.set(pool.waitingCount)
    await Promise.all([
      readDisk(observed).catch(error => app.log.warn({ err: error }, 'the free space could not be measured')),
      withTimeout(readDatabase(observed), queryTimeoutMs).then(
        () => up.set(1),
        // The last value of the backup stays: 0 would say that there is none.
        error => app.log.warn({ err: error }, 'the database could not be measured'),
      ),
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

/** Metrics of Node.js itself: event-loop delay, memory, garbage collection. Measured from the first call on. */
let nodeMetrics: Registry | undefined
function getNodeMetrics(): Registry {
  if (!nodeMetrics) {
    nodeMetrics = new Registry()
    collectDefaultMetrics({ register: nodeMetrics })
  }
  return nodeMetrics
}

type Options = {
  log: Logger
  /** Task identifiers of all jobs, so that an empty queue is reported as 0. */
  tasks: readonly string[]
  /** Returns undefined until the app is open. */
  getObserved: () => ObservedApp | undefined
}

/**
 * Serves `GET /metrics` in the text format of Prometheus on a listener of its own. It does not keep the process alive,
 * and it answers until the process ends, so that a scrape sees a stop in progress.
 */
export async function startMetricsServer(
  { port, host }: { port: number; host: string },
  { log, tasks, getObserved }: Options,
): Promise<{ url: string; close: () => Promise<void> }> {
  const gauges = new Registry()
  const readGauges = createGauges(gauges, tasks)
  const registry = Registry.merge([processMetrics, getNodeMetrics(), gauges])
  // Scrapes one after the other: a second one would reset the gauges that the first is about to send.
  let previous: Promise<unknown> = Promise.resolve()
  const scrape = () => {
    const current = previous.then(async () => {
      await readGauges(getObserved())
      return registry.metrics()
    })
    // The reply to this scrape reports its error; the next scrape runs all the same.
    previous = current.catch(() => undefined)
    return current
  }
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    if (path !== '/metrics') return void response.writeHead(404).end()
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end()
    scrape().then(
      text => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      error => {
        log.error({ err: error }, 'the metrics could not be collected')
        response.writeHead(500).end()
      },
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  server.unref()
  const { address, family, port: boundPort } = server.address() as AddressInfo
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${boundPort}/metrics`
  log.info({ url }, 'serving metrics')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url, close }
}
