import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type ArchiveWriter, type BackupHeader, entryNames, jobsTable } from './archive.ts'

/** Size of the parts of a table in bytes, which are kept in memory one at a time: a tar entry starts with its size. */
const partBytes = 4 * 1024 * 1024

/** Settings under which COPY writes and reads the same values on every server, as in pg_dump. */
const portableSettings = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 3; set timezone = 'UTC';
  set client_encoding = 'UTF8'; set standard_conforming_strings = on`

/** Columns of a job. Who runs it is left out: no worker of this database runs a job of its copy. */
const jobColumns = [
  ...['id', 'task', 'queue', 'payload', 'priority', 'run_at', 'attempts', 'max_attempts', 'last_error'],
  ...['created_at', 'updated_at', 'key', 'revision', 'flags'],
]
const selectJobs = `
  select j.id, t.identifier, q.queue_name, j.payload, j.priority, j.run_at, j.attempts, j.max_attempts, j.last_error,
    j.created_at, j.updated_at, j.key, j.revision, j.flags
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  order by j.id`

/** Applies the settings that dump and load share to a connection, which must be closed afterwards. */
export async function preparePortableSession(client: pg.ClientBase): Promise<void> {
  await client.query(portableSettings)
}

/** Starts the transaction whose snapshot is backed up. It blocks no writer and waits for none. */
export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await preparePortableSession(client)
  await client.query('begin isolation level repeatable read, read only')
}

/** Describes the database of the snapshot. */
export async function describeDatabase(
  client: pg.ClientBase,
): Promise<Pick<BackupHeader, 'database_version' | 'migrations' | 'tables' | 'sequences'>> {
  const version = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
  const migrations = await client.query<BackupHeader['migrations'][number]>(
    'select number, name, checksum from migrations order by number',
  )
  // Unlogged tables hold what a crash may lose as well: the counters of rate limits.
  const tables = await client.query<BackupHeader['tables'][number]>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and c.relname <> 'migrations' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  )
  const sequences = await client.query<BackupHeader['sequences'][number]>(
    `select sequencename as name, last_value::text from pg_sequences
     where schemaname = current_schema() order by sequencename`,
  )
  return {
    database_version: version.rows[0]?.version ?? '',
    migrations: migrations.rows,
    tables: tables.rows,
    sequences: sequences.rows,
  }
}

/** Adds the rows of the tables and the jobs to the archive. Returns the number of rows by table. */
export async function dumpTables(
  client: pg.ClientBase,
  archive: ArchiveWriter,
  tables: BackupHeader['tables'],
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const { name, columns } of tables) {
    const list = columns.map(column => client.escapeIdentifier(column)).join(', ')
    rows[name] = await dump(client, archive, { name, source: `${client.escapeIdentifier(name)} (${list})` })
  }
  rows[jobsTable] = await dump(client, archive, { name: jobsTable, source: `(${selectJobs})` })
  return rows
}

async function dump(
  client: pg.ClientBase,
  archive: ArchiveWriter,
  { name, source }: { name: string; source: string },
): Promise<number> {
  const stream = client.query(copyTo(`copy ${source} to stdout`))
  let number = 0
  for await (const part of collectParts(stream))
    await archive.add(`${entryNames.database}${name}/${String(++number).padStart(6, '0')}`, part)
  return stream.rowCount
}

async function* collectParts(stream: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size < partBytes) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(chunks)
}

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Loads the rows of a backup into a database that has its migrations and no rows, within the transaction of `client`.
 *
 * `session_replication_role` and `disable trigger all` need a superuser. The owner of the tables may disable their own
 * triggers and drop foreign keys, so this class does both, and adds the foreign keys again at the end, which checks
 * every row. Check constraints, unique indexes and exclusion constraints apply all the time.
 */
export class DatabaseLoad {
  readonly #client: pg.ClientBase
  readonly #header: BackupHeader
  readonly #foreignKeys: ForeignKey[]
  #copying: { table: string; stream: Writable; ended: Promise<void> } | undefined

  private constructor(client: pg.ClientBase, header: BackupHeader, foreignKeys: ForeignKey[]) {
    this.#client = client
    this.#header = header
    this.#foreignKeys = foreignKeys
  }

  static async begin(client: pg.ClientBase, header: BackupHeader): Promise<DatabaseLoad> {
    const { rows } = await client.query<ForeignKey>(
      `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by oid`,
    )
    for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
    const tables = header.tables.map(({ name }) => client.escapeIdentifier(name))
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
    // A migration may have inserted rows; the backup contains them as they are now.
    await client.query(`truncate ${tables.join(', ')}`)
    await client.query(`create temporary table restored_jobs (
      id bigint, task text, queue text, payload json, priority smallint, run_at timestamptz, attempts smallint,
      max_attempts smallint, last_error text, created_at timestamptz, updated_at timestamptz, key text,
      revision integer, flags jsonb
    ) on commit drop`)
    return new DatabaseLoad(client, header, rows)
  }

  /** Loads a part of a table. The parts of a table come one after the other. */
  async load(table: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    if (this.#copying?.table !== table) {
      await this.#endCopy()
      const stream = this.#client.query(copyFrom(this.#copyStatement(table)))
      const ended = finished(stream)
      // Awaited later; until then an error must not end the process.
      ended.catch(() => undefined)
      this.#copying = { table, stream, ended }
    }
    const { stream, ended } = this.#copying
    for await (const chunk of chunks) if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), ended])
  }

  #copyStatement(name: string): string {
    if (name === jobsTable) return `copy restored_jobs (${jobColumns.join(', ')}) from stdin`
    const table = this.#header.tables.find(each => each.name === name)
    if (!table) throw new Error(`the archive contains rows of ${name}, which it does not list`)
    const columns = table.columns.map(column => this.#client.escapeIdentifier(column))
    return `copy ${this.#client.escapeIdentifier(name)} (${columns.join(', ')}) from stdin`
  }

  async #endCopy(): Promise<void> {
    if (!this.#copying) return
    const { stream, ended } = this.#copying
    this.#copying = undefined
    stream.end()
    await ended
  }

  /** Restores constraints, triggers, sequences and jobs. */
  async end(): Promise<void> {
    const client = this.#client
    await this.#endCopy()
    await client.query('set constraints all immediate')
    for (const { table, name, definition } of this.#foreignKeys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const { name } of this.#header.tables)
      await client.query(`alter table ${client.escapeIdentifier(name)} enable trigger user`)
    for (const { name, last_value } of this.#header.sequences)
      if (last_value !== null)
        await client.query('select setval($1::regclass, $2::bigint)', [client.escapeIdentifier(name), last_value])
    await this.#addJobs()
  }

  /** Adds the jobs with their ids, attempts and errors, as no function of graphile-worker does. */
  async #addJobs(): Promise<void> {
    await this.#client.query(`
      insert into graphile_worker._private_tasks (identifier) select distinct task from restored_jobs
        on conflict do nothing;
      insert into graphile_worker._private_job_queues (queue_name)
        select distinct queue from restored_jobs where queue is not null on conflict do nothing;
      insert into graphile_worker._private_jobs (id, job_queue_id, task_id, payload, priority, run_at, attempts,
          max_attempts, last_error, created_at, updated_at, key, revision, flags)
        overriding system value
        select r.id, q.id, t.id, r.payload, r.priority, r.run_at,
          -- An attempt that ran during the backup counts as not made, so that the job is not lost.
          case when r.attempts >= r.max_attempts and r.last_error is null then r.max_attempts - 1 else r.attempts end,
          r.max_attempts, r.last_error, r.created_at, r.updated_at, r.key, r.revision, r.flags
        from restored_jobs r join graphile_worker._private_tasks t on t.identifier = r.task
        left join graphile_worker._private_job_queues q on q.queue_name = r.queue;
      select setval(pg_get_serial_sequence('graphile_worker._private_jobs', 'id'), max(id))
        from graphile_worker._private_jobs having max(id) is not null`)
  }
}
