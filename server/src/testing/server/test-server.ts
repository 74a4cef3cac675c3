import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { contract } from '@kutu/contract/contract'
import type { EndpointName as NameOf } from '@kutu/contract/endpoint'
import { openVision } from '@kutu/vision/node/vision'
import PostalMime, { type Email } from 'postal-mime'
import { createAppServer } from '../../app.ts'
import { type Config, readConfig } from '../../config.ts'
import type { App } from '../../context.ts'
import { watchActiveHead } from '../../features/training/models/model-heads.ts'
import { createLogger } from '../../logger.ts'
import { createKysely } from '../../platform/db/database.ts'
import { openPubSub } from '../../platform/db/pubsub.ts'
import { getMailDirectory } from '../../platform/email/send-email.ts'
import { runDueJobs } from '../../platform/jobs/worker.ts'
import { openFileStore } from '../../platform/storage/file-store.ts'
import { tasks } from '../../tasks.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'

type Contract = typeof contract
type EndpointName = {
  [F in keyof Contract]: { [C in keyof Contract[F]]: NameOf<Contract[F][C]> }[keyof Contract[F]]
}[keyof Contract]

export type RequestOptions = {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  /** Multipart instead of a body: files and text fields, in order. */
  form?: { name: string; value: string | Blob; filename?: string }[]
  token?: string | undefined
  headers?: Record<string, string>
}
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came over the wire
export type TestResponse = { status: number; body: any; headers: Headers }

/** The real app over real HTTP on a database of its own, with a clock the test moves. */
export type TestServer = {
  url: string
  /** For processes that share its database. */
  databaseUrl: string
  app: App
  clock: { now: () => Date; advance: (milliseconds: number) => void }
  /** Makes a call of the contract; `{name}` in its path is filled from params. */
  request: (
    name: EndpointName | `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
    options?: RequestOptions,
  ) => Promise<TestResponse>
  runJobs: () => Promise<void>
  /** The letters an address got so far, oldest first, after running the jobs that send them. */
  emailsTo: (email: string) => Promise<Email[]>
  close: () => Promise<void>
}

/** What a world stands on, where a test cares. */
type TestServerOptions = {
  /** Closed with the world. */
  database?: TestDatabase
  /** Takes the lines of the log, as JSON. */
  logTo?: { write: (line: string) => void }
  /** A build of the web app to serve. */
  webFolder?: string
}

export async function startTestServer(
  configOverrides: Partial<Config> = {},
  { database: providedDatabase, logTo, webFolder }: TestServerOptions = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kutu-world-'))
  const config = {
    ...readConfig(
      {
        DATA_DIR: dataDir,
        PORT: '0',
        LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
        RATE_LIMITS: 'off',
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
  const vision = await openVision({ threads: 1, isLazy: true })
  const clock = createManualClock()
  const pubsub = openPubSub(database.url, log)
  const files = openFileStore(config, clock)
  const app: App = { config, clock, log, db: createKysely(database.pool), files, pubsub, vision }
  const stopWatching = await watchActiveHead(app)
  const { server, activate } = await createAppServer(config, log, webFolder)
  activate({ app, pool: database.pool, checks: async () => ({ database: true }), close: async () => undefined })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const runJobs = () => runDueJobs(app, database.pool, tasks)
  return {
    url,
    databaseUrl: database.url,
    app,
    clock,
    request: (name, options) => sendRequest(url, name, options),
    runJobs,
    emailsTo: async email => {
      await runJobs()
      return findEmails(getMailDirectory(config), email)
    },
    close: async () => {
      await server.close()
      stopWatching()
      await pubsub.close()
      await vision.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts at the true time, so that the database's own clock agrees, and then only moves when told. */
function createManualClock() {
  let now = Date.now()
  const advance = (milliseconds: number) => {
    now += milliseconds
  }
  return { now: () => new Date(now), advance }
}

/** As `call` of a world, at the server of that address. */
export async function sendRequest(url: string, name: string, options: RequestOptions = {}): Promise<TestResponse> {
  const [method = 'GET', path = '/'] = name.split(' ')
  const requestUrl = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(options.params?.[key] ?? '')),
    url,
  )
  for (const [key, value] of Object.entries(options.query ?? {})) requestUrl.searchParams.set(key, String(value))
  const headers = new Headers(options.headers)
  if (options.token) headers.set('authorization', `Bearer ${options.token}`)
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
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
}

/** A letter never changes: each is read once, however often a world is asked for its letters. */
const parsedEmails = new Map<string, Promise<Email>>()

function parseEmail(file: string): Promise<Email> {
  const parsed = parsedEmails.get(file) ?? readFile(file).then(bytes => PostalMime.parse(bytes))
  parsedEmails.set(file, parsed)
  return parsed
}

async function findEmails(folder: string, email: string): Promise<Email[]> {
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml') && !name.startsWith('.'))
  // By when they were written: the test's clock stands still, so names alone do not tell.
  const files = await Promise.all(
    names.map(async name => ({ name, at: (await stat(join(folder, name), { bigint: true })).mtimeNs })),
  )
  const emails = await Promise.all(
    files.sort((a, b) => Number(a.at - b.at)).map(({ name }) => parseEmail(join(folder, name))),
  )
  return emails.filter(({ to }) => to?.some(({ address: recipient }) => recipient === email))
}
