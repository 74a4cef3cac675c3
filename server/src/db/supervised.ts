import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Binaries } from './binaries.ts'
import { CannotStart, errorCode } from './cannot-start.ts'
import { readPidFile, signalPostmaster, stopPostmaster } from './postmaster.ts'
import { asUser, type Home } from './system-user.ts'

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>
export type Settings = Record<string, string | number>

type Supervision = {
  home: Home
  binaries: Binaries
  log: Log
  logFile: string
  /** Where a running database answers. */
  url: string
  settings: Settings
  onGivenUp: ((error: Error) => void) | undefined
}

// Milliseconds between attempts. A port in passing use or the last processes of a killed database clear up by themselves.
const firstWaits = [100, 500, 1000, 2000]
const laterWaits = [100, 500, 1000, 2000, 5000, 10_000]
/** A database that lived this long has recovered: its next death is counted from one again. */
const recoveredAfterMs = 60_000

/** A PostgreSQL process kept running until it is told to stop. */
export class SupervisedPostgres {
  readonly #given: Supervision
  readonly #stopping = new AbortController()
  #child: ChildProcess | undefined
  #supervision: Promise<void> | undefined

  constructor(given: Supervision) {
    this.#given = given
  }

  get pid() {
    return this.#child?.pid
  }

  async start(): Promise<void> {
    // For an exit that forgot to stop: the signal still goes out before this process is gone.
    process.on('exit', this.#signalAtExit)
    try {
      this.#supervision = this.#supervise(await this.#launchPatiently(firstWaits))
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
      await stopPostmaster(child.pid, this.#given.binaries)
    }
    await this.#supervision
    process.removeListener('exit', this.#signalAtExit)
  }

  async #supervise(first: ChildProcess): Promise<void> {
    const { log, onGivenUp } = this.#given
    let child = first
    let deaths = 0
    for (;;) {
      const since = performance.now()
      if (isRunning(child)) await once(child, 'exit')
      if (this.#stopping.signal.aborted) return
      deaths = performance.now() - since > recoveredAfterMs ? 1 : deaths + 1
      log.error(
        { code: child.exitCode, signal: child.signalCode, deaths },
        'the database ended by itself; restarting it',
      )
      try {
        if (deaths > laterWaits.length) throw new Error(`the database ended ${deaths} times in a row`)
        if (deaths > 1) await this.#pause(laterWaits[deaths - 2] ?? 0)
        child = await this.#launchPatiently(laterWaits)
        log.info({ pid: child.pid }, 'the database is back')
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        log.error({ err: error }, 'the database could not be restarted')
        onGivenUp?.(error instanceof Error ? error : new Error(String(error)))
        return
      }
    }
  }

  async #launchPatiently(waits: number[]): Promise<ChildProcess> {
    for (const wait of waits) {
      try {
        return await this.#launch()
      } catch (error) {
        this.#stopping.signal.throwIfAborted()
        this.#given.log.warn({ err: error }, 'the database did not start; trying again')
        await this.#pause(wait)
      }
    }
    return this.#launch()
  }

  async #pause(milliseconds: number) {
    await delay(milliseconds, undefined, { signal: this.#stopping.signal })
  }

  async #launch(): Promise<ChildProcess> {
    this.#stopping.signal.throwIfAborted()
    const { home, binaries, logFile, settings } = this.#given
    const { log, from } = openLog(logFile)
    // Detached, so that Ctrl-C at the terminal reaches the server alone and the server orders the shutdown. Its log is
    // a file and no pipe: it can go on writing when we are killed.
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
    return child
  }

  // Up to ten minutes: recovery after a power cut replays the log before the first answer.
  async #answering(child: ChildProcess, logFrom: number): Promise<void> {
    const { home, log, logFile, url } = this.#given
    for (let attempt = 1; attempt < 12_000; attempt++) {
      if (!isRunning(child)) throw new CannotStart(`PostgreSQL ended at once: ${readLog(logFile, logFrom)}`)
      // Asking earlier would fill the log with refusals.
      const file = readPidFile(home.folder)
      if (file?.pid === child.pid && file?.isReady && (await answers(url))) return
      if (attempt % 400 === 0) log.info({ log: logFile }, 'waiting for the database to recover')
      await this.#pause(attempt < 20 ? 15 : 50)
    }
    throw new CannotStart(`PostgreSQL does not answer: ${readLog(logFile, logFrom)}`)
  }

  #signalAtExit = () => {
    const child = this.#child
    if (child?.pid && isRunning(child)) signalPostmaster(child.pid, 'INT', this.#given.binaries)
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
