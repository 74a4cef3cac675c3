import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@kutu/contract/contract'
import {
  commonErrors,
  type Endpoint,
  errorCodes,
  type EndpointName as NameOf,
  type RateLimit,
} from '@kutu/contract/endpoint'
import type { CallBudget } from '@kutu/contract/rate-limits'
import { openVision, Vision } from '@kutu/vision/node/vision'
import PostalMime, { type Email } from 'postal-mime'
import { createAppServer } from '../../app.ts'
import { type Config, readConfig } from '../../config.ts'
import type { App } from '../../context.ts'
import { watchActiveHead } from '../../features/training/models/model-heads.ts'
import { createLogger } from '../../logger.ts'
import { openPubSub } from '../../platform/db/pubsub.ts'
import { getMailDirectory } from '../../platform/email/send-email.ts'
import { runDueJobs } from '../../platform/jobs/worker.ts'
import { openFileStore } from '../../platform/storage/file-store.ts'
import { tasks } from '../../tasks.ts'
import { createGuardedKysely } from '../database/single-connection.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { waitUntil } from '../processes/spawn-script.ts'

type Contract = typeof contract
type EndpointName = {
  [F in keyof Contract]: { [C in keyof Contract[F]]: NameOf<Contract[F][C]> }[keyof Contract[F]]
}[keyof Contract]

export type RequestOptions = {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  /** Multipart body: files and text fields, in order. */
  form?: { name: string; value: string | Blob; filename?: string }[]
  token?: string | undefined
  headers?: Record<string, string>
}
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came over the wire
export type TestResponse = { status: number; body: any; headers: Headers }

/** The real app over real HTTP on its own database, with a manual clock. */
export type TestServer = {
  url: string
  /** For further processes on the same database. */
  databaseUrl: string
  app: App
  clock: { now: () => Date; advance: (milliseconds: number) => void }
  /** Calls an endpoint of the contract; `{name}` in its path is filled from params. */
  request: (
    name: EndpointName | `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`,
    options?: RequestOptions,
  ) => Promise<TestResponse>
  runJobs: () => Promise<void>
  /** Runs due jobs and returns the emails sent to an address, oldest first. */
  emailsTo: (email: string) => Promise<Email[]>
  close: () => Promise<void>
}

/** Parts of a test server that a test can replace. */
type TestServerOptions = {
  /** Closed with the test server. */
  database?: TestDatabase
  /** Receives the log lines as JSON. */
  logTo?: { write: (line: string) => void }
  /** A build of the web app to serve. */
  webFolder?: string
  /** Budgets of calls, smaller than the real ones. They apply with `rateLimits: true`. */
  budgets?: Record<CallBudget, RateLimit>
}

export async function startTestServer(
  configOverrides: Partial<Config> = {},
  { database: providedDatabase, logTo, webFolder, budgets }: TestServerOptions = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kutu-world-'))
  const config = {
    ...readConfig(
      {
        DATA_DIR: dataDir,
        PORT: '0',
        LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
        RATE_LIMITS: 'off',
        ADMIN_SECOND_FACTOR: 'optional',
        WARNING_DELAY_MINUTES: '0',
        // The cheapest cost that argon2 accepts: many tests sign users up and in.
        PASSWORD_HASH_MEMORY_KIB: '8',
        PASSWORD_HASH_ITERATIONS: '1',
      },
      'test',
    ),
    ...configOverrides,
  }
  const log = createLogger(config, logTo)
  const database = providedDatabase ?? (await createTestDatabase())
  const vision = await createVision()
  const clock = createManualClock()
  const pubsub = openPubSub(database.url, log)
  const files = openFileStore(config, clock)
  const app: App = {
    config,
    clock,
    log,
    db: createGuardedKysely(database.pool),
    pool: database.pool,
    files,
    pubsub,
    vision,
  }
  const stopWatching = await watchActiveHead(app)
  const { server, activate } = await createAppServer(config, log, webFolder, {
    ...(budgets && { budgets }),
  })
  activate({
    app,
    pool: database.pool,
    checks: async () => ({ database: 'available', files: 'available', model: 'available' }),
    close: async () => undefined,
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const runJobs = async () => {
    const { rows } = await database.pool.query<{ start: Date }>('select now() as start')
    await runDueJobs(app, database.pool, tasks)
    // graphile-worker does not wait until the outcome of the last jobs is stored and their locks are released.
    const lockedSince = 'select 1 from graphile_worker._private_jobs where locked_at >= $1'
    await waitUntil(async () => (await database.pool.query(lockedSince, [rows[0]?.start])).rowCount === 0)
  }
  let lastRead: Promise<unknown> = Promise.resolve()
  // One read after the other: jobs that another read has started would not be done when this one reads the emails.
  const emailsTo = (email: string) => {
    const read = lastRead.then(async () => {
      await runJobs()
      return findEmails(getMailDirectory(config), email)
    })
    lastRead = read.catch(() => undefined)
    return read
  }
  return {
    url,
    databaseUrl: database.url,
    app,
    clock,
    request: (name, options) => sendRequest(url, name, options),
    runJobs,
    emailsTo,
    close: async () => {
      await server.close()
      stopWatching()
      await pubsub.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let sharedThread: Promise<Vision> | undefined

/** Creates a Vision with a head and a queue of its own on a thread that the test servers of this process share. */
async function createVision(): Promise<Vision> {
  sharedThread ??= openVision({ threads: 1, isLazy: true })
  const { dir, card, shippedHead, pool } = await sharedThread
  return new Vision({ dir, card, shippedHead, pool, maxPhotos: 9 })
}

/** Creates a clock that starts at the real time, to agree with the database's clock, and then moves only on demand. */
function createManualClock() {
  let now = Date.now()
  const advance = (milliseconds: number) => {
    now += milliseconds
  }
  return { now: () => new Date(now), advance }
}

/** Sends a request like TestServer.request to the server at this URL. */
export async function sendRequest(url: string, name: string, options: RequestOptions = {}): Promise<TestResponse> {
  const [method = 'GET', path = '/'] = name.split(' ')
  const requestUrl = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(options.params?.[key] ?? '')),
    url,
  )
  for (const [key, value] of Object.entries(options.query ?? {})) requestUrl.searchParams.set(key, String(value))
  const headers = new Headers(options.headers)
  if (options.token) headers.set('authorization', `Bearer ${options.token}`)
  // So that every call is tried inside the transaction of a stored reply.
  if (method === 'POST' && options.token && !headers.has('idempotency-key'))
    headers.set('idempotency-key', randomUUID())
  let body: FormData | string | null = null
  if (options.form) {
    const form = new FormData()
    for (const { name: field, value, filename } of options.form)
      if (typeof value === 'string') form.append(field, value)
      else form.append(field, value, filename ?? 'photo.jpg')
    body = form
  } else if (options.body !== undefined) {
    headers.set('content-type', 'application/json')
    body = JSON.stringify(options.body)
  }
  const response = await fetch(requestUrl, { method, headers, body, redirect: 'manual' })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  // A stream has no end to wait for.
  if (isStream) await response.body?.cancel()
  const text = isStream ? '' : await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const reply = { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  assertDocumented(name, reply)
  return reply
}

const documentedErrors = new Map(
  Object.values(contract).flatMap(feature =>
    Object.values<Endpoint>(feature).map(endpoint => [
      `${endpoint.method} ${endpoint.path.replace(/\/$/, '')}`,
      new Set<string>([...commonErrors, ...errorCodes(endpoint)]),
    ]),
  ),
)

/** Fails if an endpoint replies with an error that its contract, and so the OpenAPI document, does not list. */
function assertDocumented(name: string, { status, body }: TestResponse): void {
  const codes = documentedErrors.get(name.replace(/\/$/, ''))
  if (status >= 400 && codes && !codes.has(body.error))
    throw new Error(`${name} replied ${status} ${body.error}, which its contract does not list`)
}

/** Cache of parsed emails. An email file never changes. */
const parsedEmails = new Map<string, Promise<Email>>()

function parseEmail(file: string): Promise<Email> {
  const parsed = parsedEmails.get(file) ?? readFile(file).then(bytes => PostalMime.parse(bytes))
  parsedEmails.set(file, parsed)
  return parsed
}

async function findEmails(folder: string, email: string): Promise<Email[]> {
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml') && !name.startsWith('.'))
  // Sorted by modification time: with a manual clock the names may not be in order.
  const files = await Promise.all(
    names.map(async name => ({ name, at: (await stat(join(folder, name), { bigint: true })).mtimeNs })),
  )
  const emails = await Promise.all(
    files.sort((a, b) => Number(a.at - b.at)).map(({ name }) => parseEmail(join(folder, name))),
  )
  return emails.filter(({ to }) => to?.some(({ address: recipient }) => recipient === email))
}
