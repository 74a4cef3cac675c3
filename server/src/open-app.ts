import { openVision } from '@kutu/vision/node/vision'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { App } from './context.ts'
import { assertNoUnfinishedRestore } from './features/admin/backups/unfinished-restore.ts'
import { loadVapidKeys } from './features/notifications/push/vapid-keys.ts'
import { watchActiveHead } from './features/training/models/model-heads.ts'
import { visionPaths } from './paths.ts'
import { openDatabase } from './platform/db/connection/open-database.ts'
import { prepareSchema, requireTables } from './platform/db/connection/prepare-schema.ts'
import { createKysely } from './platform/db/database.ts'
import { openPubSub } from './platform/db/pubsub.ts'
import { createHealthChecks, type HealthChecks } from './platform/http/health/health-checks.ts'
import { extraConnections, startWorker } from './platform/jobs/worker.ts'
import { openFileStore } from './platform/storage/file-store.ts'
import { crontab, emailTasks, tasks } from './tasks.ts'

export type OpenedApp = {
  app: App
  pool: Pool
  checks: HealthChecks
  /** Closes everything in reverse order of opening: jobs, inference, database. */
  close: () => Promise<void>
}

type Options = {
  clock?: Clock
  /** For the command line: attach to the database of a server that runs on this data folder. */
  attachToRunning?: boolean
  /** Called when the embedded database died and could not be restarted. */
  onDatabaseLost?: (error: Error) => void
}

/**
 * Minimum length of the model queue, in photos: a few seconds of work for two cores. platform/http/hooks/validate.ts limits
 * their memory separately.
 */
const minQueueLength = 64

/** Opens everything a process needs, in order. If a later part fails, the earlier ones are closed again. */
export async function openApp(
  config: Config,
  log: Logger,
  { clock = systemClock, ...database }: Options = {},
): Promise<OpenedApp> {
  const runsJobs = config.role === 'all' || config.role === 'worker'
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closeResource of closers.splice(0).reverse()) await closeResource()
  }
  try {
    const opened = await openDatabase({
      ...database,
      databaseUrl: config.databaseUrl,
      migrationUrl: config.databaseMigrationUrl,
      asServerRole: true,
      dataDir: config.dataDir,
      poolSize: config.databasePool + (runsJobs ? extraConnections : 0),
      log,
    })
    closers.push(() => opened.close())
    await assertNoUnfinishedRestore(config.dataDir, opened.pool)
    if (database.attachToRunning) await requireTables(opened.pool)
    await prepareSchema(opened, log)
    const pubsub = openPubSub(opened.url, log)
    closers.push(() => pubsub.close())
    const files = openFileStore(config, clock)
    const { analysisThreads: threads } = config
    const queue = Math.max(minQueueLength, threads * 8)
    // Most commands never use the model.
    const startsLate = database.attachToRunning ?? false
    const vision = await openVision({ threads, maxQueueSize: queue, isLazy: startsLate, ...visionPaths() })
    closers.push(() => vision.close())
    const services = { config, clock, log, files, pubsub, vision }
    const app: App = { ...services, db: createKysely(opened.pool), pool: opened.pool }
    await loadVapidKeys(app.db, clock)
    const stopWatching = await watchActiveHead(app)
    closers.push(async () => stopWatching())
    if (runsJobs) {
      const worker = await startWorker(app, opened.pool, { tasks, emailTasks, crontab, databaseUrl: opened.url })
      closers.push(() => worker.stop())
    }
    const checks = createHealthChecks(
      {
        database: () => opened.ping(),
        files: () => files.ping(),
        model: async () => vision.card.version !== '',
      },
      log,
    )
    return { app, pool: opened.pool, checks, close }
  } catch (error) {
    await close()
    throw error
  }
}
