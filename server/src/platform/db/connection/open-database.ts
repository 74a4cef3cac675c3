import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import {
  type EmbeddedPostgres,
  findRunningPostgres,
  startEmbeddedPostgres,
} from '../../embedded-postgres/embedded-postgres.ts'
import type { Log } from '../../embedded-postgres/supervised-postgres.ts'
import { errorCode, FolderInUseError, StartupError } from '../../startup-error.ts'
import { isTransient, Pool } from './pool.ts'

export type OpenedDatabase = {
  pool: pg.Pool
  /** For clients that need a connection of their own, such as LISTEN. */
  url: string
  /** URL of the owner of the tables, if it is known and another role than that of `url`. */
  migrationUrl: string | undefined
  /** Rejects when the database does not answer or cannot write to its disk. */
  ping: () => Promise<void>
  /** Ends the pool, then the embedded database if there is one. */
  close: () => Promise<void>
}

type Options = {
  /** Undefined for the embedded database in `dataDir`. */
  databaseUrl?: string | undefined
  /** URL of the owner of the tables in `databaseUrl`, for migrations. */
  migrationUrl?: string | undefined
  /** Connect to the embedded database as the server's role, which cannot change tables, instead of as their owner. */
  asServerRole?: boolean
  dataDir: string
  log: Log
  poolSize: number
  /** Attach to the database of the server that holds the data folder instead of failing. For commands. */
  attachToRunning?: boolean
  /** Called when the embedded database died and could not be restarted. */
  onDatabaseLost?: (error: Error) => void
}

const minPostgresVersion = 15
const closeTimeoutMs = 5000

/**
 * Opens the database and waits until it answers.
 * @throws StartupError with instructions when it cannot be opened
 */
export async function openDatabase({
  databaseUrl,
  migrationUrl,
  asServerRole = false,
  dataDir,
  log,
  poolSize,
  attachToRunning,
  onDatabaseLost,
}: Options): Promise<OpenedDatabase> {
  const options = { dataDir, log, ...(onDatabaseLost && { onDatabaseLost }) }
  const embedded = databaseUrl ? undefined : await startOrAttach(options, attachToRunning)
  const url = databaseUrl ?? (asServerRole ? embedded?.serverUrl : embedded?.url) ?? ''
  // The stack would only show the parser of pg, once for each connection.
  const onError = (error: Error) => {
    if (!isClosing) log.warn({ reason: error.message }, 'a database connection was lost')
  }
  const pool = openPool(url, poolSize, onError)
  let isClosing = false
  const close = async () => {
    // Connections that are being closed report that the embedded database stops.
    isClosing = true
    // An unreleased connection would keep `pool.end()` pending forever.
    await Promise.race([pool.end(), delay(closeTimeoutMs, undefined, { ref: false })])
    await embedded?.stop()
  }
  try {
    await waitForDatabase(pool, url, log)
    await assertServerVersion(pool)
  } catch (error) {
    await close()
    throw error
  }
  return {
    pool,
    url,
    migrationUrl: asServerRole ? (embedded?.url ?? migrationUrl) : undefined,
    ping: async () => void (await pool.query(spillToDisk)),
    close,
  }
}

/**
 * Writes some 100 KB to a temporary file, because the rows exceed `work_mem`. Needs no privileges and leaves nothing
 * behind. As one message, both statements share a transaction.
 */
const spillToDisk = `set local work_mem = '64kB'; select count(*) from generate_series(1, 5000)`

/** Creates a pool with the timeouts that apply to every connection of the server. */
export function openPool(url: string, poolSize: number, onError: (error: Error) => void): pg.Pool {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'kutu',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    options: '-c TimeZone=UTC',
  })
  // Without these listeners a lost connection, idle or between two statements, would end the process.
  pool.on('error', error => {
    // pg adds the client, with its cancel key and its statements, which would fill the log.
    Reflect.deleteProperty(error, 'client')
    onError(error)
  })
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

type EmbeddedHandle = Pick<EmbeddedPostgres, 'url' | 'serverUrl' | 'stop'>

async function startOrAttach(
  options: Parameters<typeof startEmbeddedPostgres>[0],
  attachToRunning: boolean | undefined,
): Promise<EmbeddedHandle> {
  try {
    return await startEmbeddedPostgres(options)
  } catch (error) {
    if (!attachToRunning || !(error instanceof FolderInUseError)) throw error
    return { ...(await waitForRunning(options.dataDir, error)), stop: async () => undefined }
  }
}

// The server that holds the folder may still be starting.
async function waitForRunning(dataDir: string, inUseError: FolderInUseError) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const running = await findRunningPostgres(dataDir)
    if (running) return running
    await delay(100)
  }
  throw inUseError
}

async function waitForDatabase(pool: pg.Pool, url: string, log: Log): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      const message = error instanceof Error ? error.message || errorCode(error) : String(error)
      if (attempt === 60 || !isTransient(error))
        throw new StartupError(`The database at ${redactPassword(url)} cannot be used: ${message}`, { cause: error })
      if (attempt % 10 === 0) log.warn({ database: redactPassword(url), reason: message }, 'waiting for the database')
      await delay(500)
    }
  }
}

const redactPassword = (url: string) => {
  const parsed = new URL(url)
  parsed.password = ''
  parsed.search = ''
  return parsed.href
}

async function assertServerVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  )
  const [server] = rows
  if (server && server.number >= minPostgresVersion * 10_000) return
  throw new StartupError(
    `Kutu needs PostgreSQL ${minPostgresVersion} or newer; the one in DATABASE_URL is ${server?.version}.`,
  )
}
