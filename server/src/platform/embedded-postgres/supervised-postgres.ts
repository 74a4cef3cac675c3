import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { errorCode, StartupError } from '../startup-error.ts'
import type { Binaries } from './binaries.ts'
import { readPidFile, signalPostmaster, stopPostmaster } from './postmaster.ts'
import { type ClusterLocation, spawnOptionsFor } from './system-user.ts'

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>
export type PostgresSettings = Record<string, string | number>

type SupervisorOptions = {
  location: ClusterLocation
  binaries: Binaries
  log: Log
  logFile: string
  /** Connection URL for checking that the database answers. */
  url: string
  settings: PostgresSettings
  onDatabaseLost: ((error: Error) => void) | undefined
}

// Delays between attempts in milliseconds. A port in brief use and the last processes of a killed database go away by
// themselves.
const startRetryDelaysMs = [100, 500, 1000, 2000]
const restartDelaysMs = [100, 500, 1000, 2000, 5000, 10_000]
/** After this uptime the crash counter starts again at one. */
const stableAfterMs = 60_000

/** A PostgreSQL process that is restarted when it dies, until it is stopped. */
export class SupervisedPostgres {
  readonly #options: SupervisorOptions
  readonly #stopping = new AbortController()
  #child: ChildProcess | undefined
  #supervision: Promise<void> | undefined

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  get pid() {
    return this.#child?.pid
  }

  async start(): Promise<void> {
    // If the process exits without calling stop(), this still sends the signal.
    process.on('exit', this.#signalAtExit)
    try {
      this.#supervision = this.#supervise(await this.#launchWithRetry(startRetryDelaysMs))
    } catch (error) {
      process.removeListener('exit', this.#signalAtExit)
      throw error
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    const child = this.#child
    if (child?.pid && isRunning(child)) {
      child.ref()
      await stopPostmaster(child.pid, this.#options.binaries)
    }
    await this.#supervision
    process.removeListener('exit', this.#signalAtExit)
  }

  async #supervise(firstChild: ChildProcess): Promise<void> {
    const { log, onDatabaseLost } = this.#options
    let child = firstChild
    let crashes = 0
    for (;;) {
      const startedAt = performance.now()
      if (isRunning(child)) await once(child, 'exit')
      if (this.#stopping.signal.aborted) return
      crashes = performance.now() - startedAt > stableAfterMs ? 1 : crashes + 1
      log.error(
        { code: child.exitCode, signal: child.signalCode, crashes },
        'the database ended unexpectedly; restarting it',
      )
      try {
        if (crashes > restartDelaysMs.length) throw new Error(`the database ended ${crashes} times in a row`)
        if (crashes > 1) await this.#sleep(restartDelaysMs[crashes - 2] ?? 0)
        child = await this.#launchWithRetry(restartDelaysMs)
        log.info({ pid: child.pid }, 'the database is back')
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        log.error({ err: error }, 'the database could not be restarted')
        onDatabaseLost?.(error instanceof Error ? error : new Error(String(error)))
        return
      }
    }
  }

  async #launchWithRetry(delays: number[]): Promise<ChildProcess> {
    for (const delayMs of delays) {
      try {
        return await this.#launch()
      } catch (error) {
        this.#stopping.signal.throwIfAborted()
        this.#options.log.warn({ err: error }, 'the database did not start; retrying')
        await this.#sleep(delayMs)
      }
    }
    return this.#launch()
  }

  async #sleep(milliseconds: number) {
    await delay(milliseconds, undefined, { signal: this.#stopping.signal })
  }

  async #launch(): Promise<ChildProcess> {
    this.#stopping.signal.throwIfAborted()
    const { location, binaries, logFile, settings } = this.#options
    const { log, offset } = openLogFile(logFile)
    // Detached, so that Ctrl-C in the terminal reaches only the server, which then orders the shutdown. The log is a
    // file, not a pipe, so the database can keep writing if this process is killed.
    const child = spawn(binaries.postgres, ['-D', location.folder, ...toArguments(settings)], {
      ...spawnOptionsFor(location.user),
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
    })
    closeSync(log)
    this.#child = child
    const failed = new Promise<never>((_, reject) => child.once('error', reject))
    try {
      await Promise.race([failed, this.#waitUntilReady(child, offset)])
    } catch (error) {
      if (child.pid && isRunning(child)) await stopPostmaster(child.pid, binaries)
      throw error
    }
    child.unref()
    return child
  }

  // Waits up to ten minutes: after a power failure, recovery replays the log first.
  async #waitUntilReady(child: ChildProcess, logOffset: number): Promise<void> {
    const { location, log, logFile, url } = this.#options
    for (let attempt = 1; attempt < 12_000; attempt++) {
      if (!isRunning(child)) throw new StartupError(`PostgreSQL ended during startup: ${readLog(logFile, logOffset)}`)
      // Connecting earlier would fill the log with refused connections.
      const file = readPidFile(location.folder)
      if (file?.pid === child.pid && file?.isReady && (await acceptsConnections(url))) return
      if (attempt % 400 === 0) log.info({ log: logFile }, 'waiting for the database to recover')
      await this.#sleep(attempt < 20 ? 15 : 50)
    }
    throw new StartupError(`PostgreSQL does not answer: ${readLog(logFile, logOffset)}`)
  }

  #signalAtExit = () => {
    const child = this.#child
    if (child?.pid && isRunning(child)) signalPostmaster(child.pid, 'INT', this.#options.binaries)
  }
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

const toArguments = (settings: PostgresSettings) =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    if (errorCode(error) === '28P01')
      throw new StartupError(
        'The database rejects the password in DATA_DIR/secrets/database: delete that file to set a new one.',
      )
    return false
  } finally {
    // A database that does not answer may have cut the connection.
    await client.end().catch(() => undefined)
  }
}

function openLogFile(file: string): { log: number; offset: number } {
  const size = fileSize(file)
  if (size > 10_000_000) renameSync(file, `${file}.old`)
  return { log: openSync(file, 'a', 0o600), offset: size > 10_000_000 ? 0 : size }
}

const fileSize = (file: string) => {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

const readLog = (file: string, offset: number) => readFileSync(file).subarray(offset).toString('utf8').trim()
