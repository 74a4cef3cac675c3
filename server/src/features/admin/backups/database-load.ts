import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type BackupHeader, jobsTable } from './archive-format.ts'
import { jobColumns } from './database-dump.ts'

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
