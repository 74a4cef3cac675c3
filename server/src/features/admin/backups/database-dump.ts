import type { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type BackupHeader, entryNames, jobsTable } from './archive-format.ts'
import type { ArchiveWriter } from './archive-writer.ts'

/** Size of the parts of a table in bytes, which are kept in memory one at a time: a tar entry starts with its size. */
const partBytes = 4 * 1024 * 1024

/** Settings under which COPY writes and reads the same values on every server, as in pg_dump. */
const portableSettings = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 3; set timezone = 'UTC';
  set client_encoding = 'UTF8'; set standard_conforming_strings = on`

/** Columns of a job. Who runs it is left out: no worker of this database runs a job of its copy. */
export const jobColumns = [
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
