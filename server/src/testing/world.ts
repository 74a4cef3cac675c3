import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { contract } from '@kutu/contract/all'
import type { CallName } from '@kutu/contract/endpoint'
import { openVision } from '@kutu/vision/node'
import PostalMime, { type Email } from 'postal-mime'
import { createApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import type { App } from '../context.ts'
import { databaseOver } from '../db/database.ts'
import { openSignals } from '../db/signals.ts'
import { openFiles } from '../files/files.ts'
import { runDueJobs } from '../jobs/run.ts'
import { openLog } from '../log.ts'
import { mailFolder } from '../mail/deliver.ts'
import { followActiveHead } from '../training/heads.ts'
import { type TestDatabase, testDatabase } from './database.ts'

type All = typeof contract
type Name = { [F in keyof All]: { [C in keyof All[F]]: CallName<All[F][C]> }[keyof All[F]] }[keyof All]

export type Sent = {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  /** Multipart instead of a body: files and text fields, in order. */
  form?: { name: string; value: string | Blob; filename?: string }[]
  token?: string | undefined
  headers?: Record<string, string>
}
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came over the wire
export type Answered = { status: number; body: any; headers: Headers }

/** The real app over real HTTP on a database of its own, with a clock the test moves. */
export type World = {
  url: string
  /** For processes that share its database. */
  databaseUrl: string
  app: App
  clock: { now: () => Date; advance: (milliseconds: number) => void }
  /** Makes a call of the contract; `{name}` in its path is filled from params. */
  call: (name: Name | `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, sent?: Sent) => Promise<Answered>
  runJobs: () => Promise<void>
  /** The letters an address got so far, oldest first, after running the jobs that send them. */
  lettersTo: (email: string) => Promise<Email[]>
  close: () => Promise<void>
}

/** What a world stands on, where a test cares. */
type Behind = {
  /** Closed with the world. */
  database?: TestDatabase
  /** Takes the lines of the log, as JSON. */
  logTo?: { write: (line: string) => void }
  /** A build of the web app to serve. */
  webFolder?: string
}

export async function world(
  changes: Partial<Config> = {},
  { database: given, logTo, webFolder }: Behind = {},
): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kutu-world-'))
  const config = {
    ...readConfig(
      { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: process.env.TEST_LOG ?? 'silent', RATE_LIMITS: 'off' },
      'test',
    ),
    ...changes,
  }
  const log = openLog(config, logTo)
  const database = given ?? (await testDatabase())
  const vision = await openVision({ threads: 1, startsLate: true })
  const clock = movableClock()
  const signals = openSignals(database.url, log)
  const files = openFiles(config, clock)
  const app: App = { config, clock, log, db: databaseOver(database.pool), files, signals, vision }
  const stopFollowing = await followActiveHead(app)
  const { server, ready } = await createApp(config, log, webFolder)
  ready({ app, pool: database.pool, checks: async () => ({ database: true }), close: async () => undefined })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const runJobs = () => runDueJobs(app, database.pool)
  return {
    url,
    databaseUrl: database.url,
    app,
    clock,
    call: (name, sent) => callOver(url, name, sent),
    runJobs,
    lettersTo: async email => {
      await runJobs()
      return lettersIn(mailFolder(config), email)
    },
    close: async () => {
      await server.close()
      stopFollowing()
      await signals.close()
      await vision.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts at the true time, so that the database's own clock agrees, and then only moves when told. */
function movableClock() {
  let now = Date.now()
  const advance = (milliseconds: number) => {
    now += milliseconds
  }
  return { now: () => new Date(now), advance }
}

/** As `call` of a world, at the server of that address. */
export async function callOver(url: string, name: string, sent: Sent = {}): Promise<Answered> {
  const [method = 'GET', path = '/'] = name.split(' ')
  const address = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(sent.params?.[key] ?? '')),
    url,
  )
  for (const [key, value] of Object.entries(sent.query ?? {})) address.searchParams.set(key, String(value))
  const headers = new Headers(sent.headers)
  if (sent.token) headers.set('authorization', `Bearer ${sent.token}`)
  let body: FormData | string | null = null
  if (sent.form) {
    const form = new FormData()
    for (const { name: field, value, filename } of sent.form)
      if (typeof value === 'string') form.append(field, value)
      else form.append(field, value, filename ?? 'photo.jpg')
    body = form
  } else if (sent.body !== undefined) {
    headers.set('content-type', 'application/json')
    body = JSON.stringify(sent.body)
  }
  const response = await fetch(address, { method, headers, body, redirect: 'manual' })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  // A stream has no end to wait for.
  if (isStream) await response.body?.cancel()
  const text = isStream ? '' : await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
}

/** A letter never changes: each is read once, however often a world is asked for its letters. */
const read = new Map<string, Promise<Email>>()

function letterIn(file: string): Promise<Email> {
  const letter = read.get(file) ?? readFile(file).then(bytes => PostalMime.parse(bytes))
  read.set(file, letter)
  return letter
}

async function lettersIn(folder: string, email: string): Promise<Email[]> {
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml') && !name.startsWith('.'))
  // By when they were written: the test's clock stands still, so names alone do not tell.
  const written = await Promise.all(
    names.map(async name => ({ name, at: (await stat(join(folder, name), { bigint: true })).mtimeNs })),
  )
  const letters = await Promise.all(
    written.sort((a, b) => Number(a.at - b.at)).map(({ name }) => letterIn(join(folder, name))),
  )
  return letters.filter(({ to }) => to?.some(({ address }) => address === email))
}
