import type { Vision } from '@kutu/vision/node/vision'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './platform/db/database.ts'
import type { PubSub } from './platform/db/pubsub.ts'
import type { FileStore } from './platform/storage/file-store.ts'

/** The only source of the time; tests put their own in its place. */
export type Clock = { now(): Date }
export const systemClock: Clock = { now: () => new Date() }

/**
 * What every service gets first. `db` is a pool, or the open transaction of a request that carries an
 * Idempotency-Key: write through `write` in db/write.ts, which joins it, never through `db.transaction` itself.
 */
export type App = {
  config: Config
  clock: Clock
  log: Logger
  db: Kysely<Database>
  files: FileStore
  pubsub: PubSub
  vision: Vision
}
