import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Log } from '../../embedded-postgres/supervised-postgres.ts'
import { openPool } from '../connection/open-database.ts'
import { createKysely, type Database } from '../database.ts'

/** `away`: it does not answer, is no replica, or is one of another database. `lagging`: it is further behind than allowed. */
export type ReplicaState = 'available' | 'lagging' | 'away'
export type ReplicaStatus = {
  state: ReplicaState
  /** How far it is behind, in milliseconds; null if unknown. */
  lagMs: number | null
}

type Options = {
  url: string
  /** The pool of the database that the replica follows. */
  primary: Pool
  /** The most that a read may be behind. */
  maxLagMs: number
  poolSize: number
  log: Log
  /** Time between two measurements. */
  intervalMs?: number
}

/** Shorter than for the primary, because there is another database to read from. */
const connectTimeoutMs = 2000
/** How long a read waits for the replica to reach a position. */
const maxWaitMs = 2000
/** Measurements that are kept: an hour's worth. A replica further behind has an unknown lag. */
const maxSamples = 3600

/**
 * A streaming replica of the database, for reads that may be somewhat behind. Its lag is measured all the time: the replica is as
 * far behind as the latest position of the primary's log that it has replayed is old. Unlike pg_last_xact_replay_timestamp, this
 * does not grow while nothing is written, and does not depend on clocks.
 */
export class ReadReplica {
  readonly db: Kysely<Database>
  readonly pool: Pool
  readonly maxLagMs: number
  readonly #primary: Pool
  readonly #log: Log
  readonly #intervalMs: number
  readonly #stopping = new AbortController()
  /** Positions of the primary by the time when they were read, oldest first. */
  #samples: { at: number; position: bigint }[] = []
  #status: ReplicaStatus = { state: 'away', lagMs: null }
  #measuredAt = Number.NEGATIVE_INFINITY
  #measuring: Promise<void> | undefined

  constructor({ url, primary, maxLagMs, poolSize, log, intervalMs = 1000 }: Options) {
    const onError = (error: Error) => log.warn({ reason: error.message }, 'a connection to the read replica was lost')
    this.pool = openPool(url, poolSize, onError, { isReadOnly: true, connectTimeoutMs })
    this.db = createKysely(this.pool)
    this.maxLagMs = maxLagMs
    this.#primary = primary
    this.#log = log
    this.#intervalMs = intervalMs
  }

  /** Measures once, and then again and again until it is closed. */
  async start(): Promise<void> {
    await this.measure()
    this.#measuring = this.#measureRepeatedly()
  }

  get status(): ReplicaStatus {
    const isOutdated = performance.now() - this.#measuredAt > this.maxLagMs
    return isOutdated ? { state: 'away', lagMs: null } : this.#status
  }

  /** No read uses the replica until it is measured again. */
  reportFailure(error: unknown): void {
    this.#setStatus({ state: 'away', lagMs: null }, error)
  }

  async measure(): Promise<void> {
    try {
      const at = performance.now()
      const { rows: positions } = await this.#primary.query<{ position: string; cluster: string }>(
        `select pg_current_wal_lsn() as position, (select system_identifier from pg_control_system()) as cluster`,
      )
      const [primary] = positions
      const replica = await this.#readReplica()
      if (!primary || replica.position === null) throw new Error('it is no streaming replica')
      if (replica.cluster !== primary.cluster) throw new Error('it is a replica of another database')
      this.#samples = [...this.#samples, { at, position: parsePosition(primary.position) }].slice(-maxSamples)
      this.#setStatus(this.#compare(parsePosition(replica.position)))
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.reportFailure(error)
    }
  }

  /**
   * Waits until the replica has replayed everything that is committed now.
   * @returns false if it takes too long
   */
  async catchUp(): Promise<boolean> {
    const { rows } = await this.#primary.query<{ position: string }>('select pg_current_wal_lsn() as position')
    const target = parsePosition(rows[0]?.position ?? '')
    for (const startedAt = performance.now(); ; await delay(50)) {
      const { position } = await this.#readReplica()
      if (position !== null && parsePosition(position) >= target) return true
      if (performance.now() - startedAt > maxWaitMs) return false
    }
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#measuring
    await this.pool.end()
  }

  async #measureRepeatedly(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await delay(this.#intervalMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (!signal.aborted) await this.measure()
    }
  }

  async #readReplica(): Promise<{ position: string | null; cluster: string }> {
    const { rows } = await this.pool.query<{ position: string | null; cluster: string }>(
      `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as position,
         (select system_identifier from pg_control_system()) as cluster`,
    )
    return rows[0] ?? { position: null, cluster: '' }
  }

  #compare(replayed: bigint): ReplicaStatus {
    const now = performance.now()
    const reached = this.#samples.findLast(({ position }) => position <= replayed)
    if (!reached) return { state: 'lagging', lagMs: null }
    this.#samples = this.#samples.filter(({ at }) => at >= reached.at)
    const lagMs = now - reached.at
    return { state: lagMs <= this.maxLagMs ? 'available' : 'lagging', lagMs }
  }

  #setStatus(status: ReplicaStatus, error?: unknown): void {
    const before = this.#status.state
    this.#status = status
    this.#measuredAt = performance.now()
    if (status.state === before) return
    if (status.state === 'available') this.#log.info('lists are read from the read replica')
    else
      this.#log.warn(
        { state: status.state, lag_ms: status.lagMs, err: error },
        'the read replica is not used; lists are read from the primary',
      )
  }
}

/** Returns a position in the write-ahead log (`16/B374D848`) as a number of bytes. */
export function parsePosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
