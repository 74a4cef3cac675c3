import { setTimeout as delay } from 'node:timers/promises'
import PQueue from 'p-queue'
import pg from 'pg'
import type { Log } from '../embedded-postgres/supervised-postgres.ts'

type Options = {
  /** Time between two sweeps, in milliseconds. A lost connection must be replaced within this time. */
  sweepMs?: number
}

const defaultSweepMs = 5000
const reconnectMs = 500
const closeTimeoutMs = 1000

/** Key of the advisory lock of the worker `id`. */
const lockKey = `hashtextextended('kutu job worker ' || id, 0)`

/** Stored with a job that crashed the process in its last attempt, so that the system page shows a reason. */
const crashMessage = 'The process that ran this job ended before the job did.'

/**
 * Marks the workers of this process as running, and releases the jobs of workers that are gone. graphile-worker itself
 * does so only after four hours.
 *
 * Each worker holds an advisory lock on a connection of its process. PostgreSQL releases it when the process or its
 * machine dies. A sweep takes the lock of every worker that has locked a job; if it gets the same lock in two sweeps in
 * a row, the worker is gone. The second sweep gives a process that lives time to replace a lost connection.
 */
export class WorkerLocks {
  readonly #url: string
  readonly #log: Log
  readonly #sweepMs: number
  readonly #ids = new Set<string>()
  /** A connection of pg accepts one query at a time. */
  readonly #queries = new PQueue({ concurrency: 1 })
  #client: pg.Client | undefined
  #isClosing = false
  /** Ends the pause before the next sweep. */
  #wake = new AbortController()
  #suspects = new Set<string>()
  #maintenance: Promise<void> = Promise.resolve()

  private constructor(url: string, log: Log, { sweepMs = defaultSweepMs }: Options) {
    this.#url = url
    this.#log = log
    this.#sweepMs = sweepMs
  }

  static async open(url: string, log: Log, options: Options = {}): Promise<WorkerLocks> {
    const locks = new WorkerLocks(url, log, options)
    await locks.#connect()
    locks.#maintenance = locks.#maintain()
    return locks
  }

  /** Takes the lock of a worker of this process, until `close`. Without a connection, the next one takes it. */
  async hold(id: string): Promise<void> {
    this.#ids.add(id)
    const client = this.#client
    if (!client) return
    try {
      await this.#acquire(client, id)
    } catch (error) {
      this.#log.warn({ err: error, worker: id }, 'the lock of a worker could not be taken; connecting again')
      await endConnection(client)
    }
  }

  /**
   * Releases the jobs of the workers that were gone in the previous sweep and still are. Does nothing while the own
   * locks are not held: the database has probably restarted, and other processes need time as well.
   */
  async sweep(): Promise<void> {
    const client = this.#client
    if (!client) return
    const { rows } = await this.#query(
      client,
      `select id from (
        select locked_by as id from graphile_worker._private_jobs
        union select locked_by from graphile_worker._private_job_queues
      ) as holders
      where id <> all($1) and pg_try_advisory_xact_lock_shared(${lockKey})`,
      [[...this.#ids]],
    )
    const missing = rows.map(({ id }) => id)
    const gone = missing.filter(id => this.#suspects.has(id))
    this.#suspects = new Set(missing)
    if (gone.length > 0) await this.#releaseJobs(client, gone)
  }

  /** Gives up the locks. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#wake.abort()
    const closed = this.#maintenance.then(() => this.#client && endConnection(this.#client))
    await Promise.race([closed, delay(closeTimeoutMs, undefined, { ref: false })])
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'kutu job worker locks',
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      keepAlive: true,
      // PostgreSQL detects within 25 seconds that the machine of this process is gone.
      options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    })
    client.on('error', error => {
      if (!this.#isClosing) this.#log.warn({ reason: error.message }, 'the connection of the job worker locks was lost')
    })
    client.once('end', () => {
      if (this.#client !== client) return
      this.#client = undefined
      this.#wake.abort()
    })
    try {
      await client.connect()
      for (const id of this.#ids) await this.#acquire(client, id)
    } catch (error) {
      void endConnection(client)
      throw error
    }
    this.#suspects.clear()
    this.#client = client
  }

  /** Sweeps until `close`, and replaces the connection when it is lost. */
  async #maintain(): Promise<void> {
    while (!this.#isClosing) {
      try {
        if (!this.#client) await this.#connect()
        await this.sweep()
      } catch (error) {
        this.#log.warn({ err: error }, 'the sweep for jobs of stopped processes failed')
        if (this.#client) void endConnection(this.#client)
        this.#client = undefined
      }
      if (!this.#isClosing) await this.#pause(this.#client ? this.#sweepMs : reconnectMs)
    }
  }

  async #pause(ms: number): Promise<void> {
    this.#wake = new AbortController()
    // `close` ends the pause by aborting it.
    await delay(ms, undefined, { signal: this.#wake.signal, ref: false }).catch(() => undefined)
  }

  async #releaseJobs(client: pg.Client, workers: string[]): Promise<void> {
    // The shared locks, held to the end of the statement, prevent that a worker returns meanwhile.
    const { rows } = await this.#query(
      client,
      `with gone as materialized (
        select id from unnest($1::text[]) as id where pg_try_advisory_xact_lock_shared(${lockKey})
      ), queues as (
        update graphile_worker._private_job_queues set locked_at = null, locked_by = null
        where locked_by in (select id from gone)
      )
      update graphile_worker._private_jobs set locked_at = null, locked_by = null,
        last_error = case when attempts >= max_attempts then $2 else last_error end
      where locked_by in (select id from gone)
      returning id`,
      [workers, crashMessage],
    )
    this.#log.warn({ workers, jobs: rows.map(({ id }) => id) }, 'released the jobs of a stopped process')
  }

  async #acquire(client: pg.Client, id: string): Promise<void> {
    await this.#query(client, `select pg_advisory_lock(${lockKey}) from (select $1::text as id) as worker`, [id])
  }

  #query(client: pg.Client, text: string, values: unknown[]): Promise<pg.QueryResult<{ id: string }>> {
    return this.#queries.add(() => client.query<{ id: string }>(text, values))
  }
}

// The connection is given up, so it does not matter if it was lost already.
const endConnection = (client: pg.Client) => client.end().catch(() => undefined)
