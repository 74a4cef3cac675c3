import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import type { Logger as Log } from 'pino'
import { errorCode, StartupError } from '../startup-error.ts'

/**
 * An expanding migration leaves a database that the previous release still works with. A contracting one takes away what
 * that release used; a comment line `-- contract: REASON, RELEASE` marks it.
 */
export type MigrationKind = 'expand' | 'contract'
export type Migration = { number: number; name: string; sql: string; checksum: string; kind: MigrationKind }
type Applied = Pick<Migration, 'number' | 'name' | 'checksum' | 'kind'>

const contractMarker = /^-- contract: \S/m

type Options = {
  dir?: string
  log?: Pick<Log, 'warn'>
  /** How long a statement of a migration may wait for a lock. Requests for the same table queue up behind it. */
  lockTimeoutMs?: number
  /** Time before the next attempt after such a wait, in which the queued requests continue. */
  retryDelayMs?: number
}

const maxAttempts = 100
/** SQLSTATEs after which a migration is tried again: lock_not_available and deadlock_detected. */
const retriedCodes = ['55P03', '40P01']

// Any constant works, as long as all servers use the same one.
const advisoryLockId = 718_350_021

/** SQLSTATE of a statement that the role may not execute. */
export const insufficientPrivilege = '42501'

/** Next to this file in the sources; next to the bundle (server/dist/migrations) in production. */
const defaultMigrationsDir = fileURLToPath(new URL('./migrations/', import.meta.url))

/**
 * Migrates the database to this code's version: first the tables of the job queue, then every `NNNN_name.sql` that has
 * not been applied, each in its own transaction. Several servers may call it concurrently. The pool must allow two
 * connections. Migrations that an expanding release has added to the database are accepted, so that it can be rolled back.
 * @returns the names of the files applied by this call
 * @throws StartupError when the database is newer than the code or an applied file was changed
 */
export async function migrate(pool: pg.Pool, options: Options = {}): Promise<string[]> {
  const { dir = defaultMigrationsDir, log } = options
  const migrations = readMigrations(dir)
  const client = await pool.connect()
  try {
    // A migration, or waiting for the one of another server, may take longer than a request may.
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '10min'`,
    )
    await client.query('select pg_advisory_lock($1)', [advisoryLockId])
    await client.query('set lock_timeout = 0')
    const applied = await readApplied(client)
    const pending = findPending(migrations, applied)
    warnOfNewer(migrations, applied, log)
    await createJobQueue(pool)
    for (const migration of pending) await applyWithRetry(client, migration, options)
    return pending.map(fileName)
  } finally {
    // Closing the connection releases the lock and discards the settings in every case.
    client.release(true)
  }
}

/**
 * Returns the names of the migrations that this database lacks.
 * @throws StartupError when the database is newer than the code or an applied file was changed
 */
export async function listPendingFiles(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<Applied>('select number, name, checksum, kind from migrations order by number')
  return findPending(readMigrations(), rows).map(fileName)
}

/** Returns what `listPendingFiles` does, and the job queue if it is not current and this role may not update it. */
export async function listPendingMigrations(pool: pg.Pool): Promise<string[]> {
  const pending = await listPendingFiles(pool)
  try {
    // Changes nothing if the tables are current, and otherwise fails for a role that may not create tables.
    await createJobQueue(pool)
    return pending
  } catch (error) {
    if (errorCode(error) !== insufficientPrivilege) throw error
    return [...pending, 'graphile_worker']
  }
}

/** Creates or updates the tables of the job queue. */
export const createJobQueue = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool, logger: silentLogger })

/**
 * Applies the migrations with these numbers to a database without any, in the transaction of `client`. For restoring a
 * backup of an older version; `migrate` applies the others afterwards.
 */
export async function applyMigrations(client: pg.ClientBase, numbers: ReadonlySet<number>): Promise<void> {
  // A server that starts meanwhile waits for the end of the transaction.
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLockId])
  await readApplied(client)
  for (const migration of readMigrations()) if (numbers.has(migration.number)) await runMigration(client, migration)
}

const silentLogger = new Logger(() => () => undefined)

const fileName = ({ number, name }: { number: number; name: string }) =>
  `${String(number).padStart(4, '0')}_${name}.sql`

/**
 * Reads the migrations of a folder in order.
 * @throws StartupError for wrong names, duplicate numbers or an empty folder
 */
export function readMigrations(dir = defaultMigrationsDir): Migration[] {
  const migrations = readdirSync(dir)
    .filter(file => file.endsWith('.sql'))
    .map((file): Migration => {
      const [, number, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? []
      if (!number || !name) throw new StartupError(`The migration ${file} is not named NNNN_name.sql.`)
      // A checkout on Windows may change the line endings.
      const sql = readFileSync(join(dir, file), 'utf8').replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { number: Number(number), name, sql, checksum, kind: contractMarker.test(sql) ? 'contract' : 'expand' }
    })
    .sort((one, other) => one.number - other.number)
  if (migrations.length === 0) throw new StartupError(`There are no migrations in ${dir}.`)
  migrations.forEach((migration, i) => {
    const previous = migrations[i - 1]
    if (previous?.number === migration.number)
      throw new StartupError(`Two migrations have one number: ${fileName(previous)} and ${fileName(migration)}.`)
  })
  return migrations
}

async function readApplied(client: pg.ClientBase): Promise<Applied[]> {
  await client.query(`create table if not exists migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    kind text not null default 'expand' check (kind in ('expand', 'contract'))
  )`)
  const { rows } = await client.query<Applied>('select number, name, checksum, kind from migrations order by number')
  return rows
}

/** Says that a newer release was rolled back. */
function warnOfNewer(migrations: Migration[], applied: Applied[], log: Options['log']): void {
  const newer = applied.filter(({ number }) => !migrations.some(known => known.number === number)).map(fileName)
  if (newer.length > 0)
    log?.warn({ migrations: newer }, 'the database has migrations of a newer version, which this one can work with')
}

function findPending(migrations: Migration[], applied: Applied[]): Migration[] {
  for (const entry of applied) {
    const known = migrations.find(({ number }) => number === entry.number)
    // A newer release was rolled back. What it has added does not disturb this one.
    if (!known && entry.kind === 'expand') continue
    if (!known)
      throw new StartupError(
        `The database is newer than this server: it has ${fileName(entry)}, which this server does not know. ` +
          'Start the newer server, or restore a backup made by this one.',
      )
    if (known.checksum !== entry.checksum)
      throw new StartupError(
        `The migration ${fileName(known)} was changed after it was applied to this database. ` +
          'Restore the file and put the change into a new migration.',
      )
  }
  const latestNumber = applied.at(-1)?.number ?? 0
  const pending = migrations.filter(({ number }) => !applied.some(entry => entry.number === number))
  const outOfOrder = pending.find(({ number }) => number < latestNumber)
  if (outOfOrder)
    throw new StartupError(
      `The migration ${fileName(outOfOrder)} comes after number ${latestNumber} was applied to this database: rename it to the next free number.`,
    )
  return pending
}

/**
 * Applies a migration as soon as nobody holds its tables. A statement that waits for a lock makes every later request
 * for the table wait as well, so it gives up after a short time and leaves them a gap before the next attempt.
 */
async function applyWithRetry(client: pg.PoolClient, migration: Migration, options: Options): Promise<void> {
  const { lockTimeoutMs = 3000, retryDelayMs = 3000, log } = options
  for (let attempt = 1; ; attempt++) {
    try {
      await applyMigration(client, migration, lockTimeoutMs)
      return
    } catch (error) {
      const code = errorCode(error instanceof Error ? error.cause : undefined) ?? ''
      if (!retriedCodes.includes(code)) throw error
      if (attempt === maxAttempts)
        throw new StartupError(
          `The migration ${fileName(migration)} found its tables in use ${maxAttempts} times and changed nothing. ` +
            'End long transactions (pg_stat_activity) and start again.',
          { cause: error },
        )
      log?.warn({ migration: fileName(migration), attempt }, 'a migration waits for a table in use')
      await delay(retryDelayMs)
    }
  }
}

async function applyMigration(client: pg.PoolClient, migration: Migration, lockTimeoutMs: number) {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await runMigration(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${fileName(migration)} failed and changed nothing`, { cause: error })
  }
}

async function runMigration(client: pg.ClientBase, { number, name, sql, checksum, kind }: Migration) {
  await client.query(sql)
  const row = [number, name, checksum, kind]
  await client.query('insert into migrations (number, name, checksum, kind) values ($1, $2, $3, $4)', row)
}
