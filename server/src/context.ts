import type { Vision } from '@kutu/vision/node/vision'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './platform/db/database.ts'
import type { PubSub } from './platform/db/pubsub.ts'
import type { FileStore } from './platform/storage/file-store.ts'

/**
 * Services of a process. `db` is the pool: a function that may run in the transaction of its caller takes a `Db` as its first
 * argument instead. Write through `withTransaction` (platform/db/transaction.ts); never call `db.transaction` directly.
 */
export type App = {
  config: Config
  clock: Clock
  log: Logger
  db: Kysely<Database>
  /** For statements that Kysely does not know, such as COPY. */
  pool: Pool
  files: FileStore
  pubsub: PubSub
  vision: Vision
}
