import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { type Binaries, findBinaries } from './binaries.ts'
import { CannotStart, errorCode } from './cannot-start.ts'
import {
  clusterSecret,
  clusterUrl,
  createCluster,
  ensureDatabase,
  hasCluster,
  ownRole,
  resetPassword,
  superuser,
} from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import { isAlive, readPidFile, signalPostmaster, stopLeftover, stopPostmaster } from './postmaster.ts'
import { asUser, findHome, type Home } from './system-user.ts'

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>
export type Settings = Record<string, string | number>

export type Embedded = {
  /** The server's database, as its own role. */
  url: string
  /** The cluster's superuser, for tests and backups. */
  superuserUrl: string
  /** The folder of the cluster, which is not always inside the data folder. */
  folder: string
  /** The running database process; another one after a restart. */
  pid: () => number | undefined
  stop: () => Promise<void>
}

type Options = {
  dataDir: string
  log: Log
  settings?: Settings
  /** Called once when the database died and could not be brought back. */
  onGivenUp?: (error: Error) => void
}

// For a small machine that also runs the server and the model.
const smallMachine: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 60,
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  max_wal_senders: 0,
  io_method: 'sync',
  max_parallel_workers_per_gather: 0,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // Statement errors name people (Key (email)=…); the server gets them anyway.
  log_min_messages: 'log',
}

/**
 * Runs PostgreSQL on a data folder for as long as this server lives: makes the cluster on first start, takes over
 * what a killed server left, restarts a database that dies, and stops it in order.
 * @throws FolderInUse when another living server holds the folder; CannotStart with what to do
 */
export async function startEmbedded({ dataDir, log, settings, onGivenUp }: Options): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(dataDir)
  try {
    const home = findHome(dataDir)
    const binaries = findBinaries(home.user)
    if (await stopLeftover(home.folder, binaries))
      log.warn({ folder: home.folder }, 'stopped the database that a killed server had left running')
    const { secret, isNew } = clusterSecret(dataDir)
    if (!hasCluster(home.folder)) await createCluster(home, binaries, secret)
    else if (isNew) resetPassword(home, binaries, secret)

    const port = await freePort()
    const superuserUrl = clusterUrl(superuser, secret, port, 'postgres')
    const logFile = join(dataDir, 'postgres.log')
    const supervised = new Supervised({
      home,
      binaries,
      log,
      logFile,
      url: superuserUrl,
      settings: { ...smallMachine, ...settings, port },
      onGivenUp,
    })
    await supervised.start()
    await ensureDatabase(secret, port)
    log.info({ folder: home.folder, pid: supervised.pid, port }, 'database started')
    return {
      url: clusterUrl(ownRole, secret, port, ownRole),
      superuserUrl,
      folder: home.folder,
      pid: () => supervised.pid,
      stop: async () => {
        await supervised.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** The database of a server that is running on this data folder, for commands given beside it. */
export function runningEmbedded(dataDir: string): string | undefined {
  const { folder } = findHome(dataDir)
  const running = readPidFile(folder)
  if (!running || !isAlive(running.pid)) return undefined
  const { secret } = clusterSecret(dataDir)
  return clusterUrl(ownRole, secret, running.port, ownRole)
}

type Supervision = {
  home: Home
  binaries: Binaries
  log: Log
  logFile: string
  url: string
  settings: Settings
  onGivenUp: ((error: Error) => void) | undefined
}

const waits = [100, 500, 1000, 2000, 5000, 10_000]

class Supervised {
  readonly #given: Supervision
  #child: ChildProcess | undefined
  #stopping = new AbortController()
  #restarting: Promise<void> | undefined

  constructor(given: Supervision) {
    this.#given = given
    // Last resort for an exit that forgot to stop: the signal is sent before this process is gone.
    process.once('exit', this.#signalAtExit)
  }

  get pid() {
    return this.#child?.pid
  }

  async start() {
    for (const wait of waits) {
      try {
        return await this.#launch()
      } catch (error) {
        if (this.#stopping.signal.aborted || wait === waits.at(-1)) throw error
        this.#given.log.warn({ err: error }, 'the database did not start; trying again')
        await delay(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
      }
    }
  }

  async stop() {
    this.#stopping.abort()
    await this.#restarting
    const child = this.#child
    if (child?.pid && isRunning(child)) {
      child.ref()
      await stopPostmaster(child.pid, this.#given.binaries)
    }
    process.removeListener('exit', this.#signalAtExit)
  }

  async #launch() {
    const { home, binaries, logFile, settings } = this.#given
    const { log, from } = openLog(logFile)
    // Detached, so that Ctrl-C at the terminal reaches the server alone and the server orders the shutdown. Its log is
    // a file and no pipe: it goes on writing when we are killed.
    const child = spawn(binaries.postgres, ['-D', home.folder, ...asOptions(settings)], {
      ...asUser(home.user),
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
    })
    closeSync(log)
    this.#child = child
    const failed = new Promise<never>((_, reject) => child.once('error', reject))
    try {
      await Promise.race([failed, this.#answering(child, from)])
    } catch (error) {
      if (child.pid && isRunning(child)) await stopPostmaster(child.pid, binaries)
      throw error
    }
    child.unref()
    child.once('exit', (code, signal) => this.#ended(code, signal))
    if (!isRunning(child)) this.#ended(child.exitCode, child.signalCode)
  }

  // Ten minutes: recovery after a power cut replays the log before the first answer.
  async #answering(child: ChildProcess, logFrom: number) {
    for (let attempt = 0; attempt < 12_000; attempt++) {
      if (!isRunning(child)) throw new CannotStart(`PostgreSQL ended at once: ${readLog(this.#given.logFile, logFrom)}`)
      if (await answers(this.#given.url)) return
      this.#stopping.signal.throwIfAborted()
      await delay(attempt < 20 ? 15 : 50)
    }
    throw new CannotStart(`PostgreSQL does not answer: ${readLog(this.#given.logFile, logFrom)}`)
  }

  #ended(code: number | null, signal: NodeJS.Signals | null) {
    if (this.#stopping.signal.aborted || this.#restarting) return
    const { log, onGivenUp } = this.#given
    log.error({ code, signal }, 'the database ended by itself; restarting it')
    this.#restarting = this.start()
      .then(() => log.info({ pid: this.pid }, 'the database is back'))
      .catch(error => {
        if (this.#stopping.signal.aborted) return
        log.error({ err: error }, 'the database could not be restarted')
        onGivenUp?.(error)
      })
      .finally(() => {
        this.#restarting = undefined
      })
  }

  #signalAtExit = () => {
    if (this.#child?.pid && isRunning(this.#child)) signalPostmaster(this.#child.pid, 'INT', this.#given.binaries)
  }
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

const asOptions = (settings: Settings) =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    if (errorCode(error) === '28P01')
      throw new CannotStart(
        'The database refuses the password in DATA_DIR/secrets/database: delete that file to renew it.',
      )
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function openLog(file: string): { log: number; from: number } {
  const size = sizeOf(file)
  if (size > 10_000_000) renameSync(file, `${file}.old`)
  return { log: openSync(file, 'a', 0o600), from: size > 10_000_000 ? 0 : size }
}

const sizeOf = (file: string) => {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

const readLog = (file: string, from: number) => readFileSync(file).subarray(from).toString('utf8').trim()

// Below the ranges systems take for outgoing connections, so that none sits on the port while the database restarts.
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = 15_000 + Math.floor(Math.random() * 17_000)
    if (await isFree(port)) return port
  }
  throw new CannotStart('No free port was found on 127.0.0.1 for the database.')
}

const isFree = (port: number) =>
  new Promise<boolean>(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
