import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { errorCode, StartupError } from '../startup-error.ts'

export type Migration = { number: number; name: string; sql: string; checksum: string }
type Applied = { number: number; name: string; checksum: string }

// Any constant works, as long as all servers use the same one.
const advisoryLockId = 718_350_021

/** SQLSTATE of a statement that the role may not execute. */
export const insufficientPrivilege = '42501'

/** Next to this file in the sources; next to the bundle (server/dist/migrations) in production. */
const defaultMigrationsDir = fileURLToPath(new URL('./migrations/', import.meta.url))

/**
 * Migrates the database to this code's version: first the tables of the job queue, then every `NNNN_name.sql` that has
 * not been applied, each in its own transaction. Several servers may call it concurrently. The pool must allow two
 * connections.
 * @returns the names of the files applied by this call
 * @throws StartupError when the database is newer than the code or an applied file was changed
 */
export async function migrate(pool: pg.Pool, { dir = defaultMigrationsDir }: { dir?: string } = {}): Promise<string[]> {
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
    await createJobQueue(pool)
    for (const migration of pending) await applyMigration(client, migration)
    return pending.map(fileName)
  } finally {
    // Closing the connection releases the lock and discards the settings in every case.
    client.release(true)
  }
}

/**
 * Returns the names of the migrations that this database lacks, without changing it. The job queue counts as one of them.
 * @throws StartupError when the database is newer than the code or an applied file was changed
 */
export async function listPendingMigrations(
  pool: pg.Pool,
  { dir = defaultMigrationsDir }: { dir?: string } = {},
): Promise<string[]> {
  const { rows } = await pool.query<Applied>('select number, name, checksum from migrations order by number')
  const pending = findPending(readMigrations(dir), rows).map(fileName)
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
    .map(file => {
      const [, number, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? []
      if (!number || !name) throw new StartupError(`The migration ${file} is not named NNNN_name.sql.`)
      // A checkout on Windows may change the line endings.
      const sql = readFileSync(join(dir, file), 'utf8').replaceAll('\r\n', '\n')
      return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
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
    applied_at timestamptz not null default now()
  )`)
  const { rows } = await client.query<Applied>('select number, name, checksum from migrations order by number')
  return rows
}

function findPending(migrations: Migration[], applied: Applied[]): Migration[] {
  for (const entry of applied) {
    const known = migrations.find(({ number }) => number === entry.number)
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

async function applyMigration(client: pg.PoolClient, migration: Migration) {
  await client.query('begin')
  try {
    await runMigration(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${fileName(migration)} failed and changed nothing`, { cause: error })
  }
}

async function runMigration(client: pg.ClientBase, { number, name, sql, checksum }: Migration) {
  await client.query(sql)
  await client.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [number, name, checksum])
}
