import { openVision } from '@kutu/vision/node'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { type App, type Clock, systemClock } from './context.ts'
import { databaseOver } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { openSignals } from './db/signals.ts'
import { openFiles } from './files/files.ts'
import type { Checks } from './http/state.ts'
import { startJobs } from './jobs/run.ts'
import { pushKeys } from './notifications/push-keys.ts'
import { visionPlaces } from './places.ts'
import { followActiveHead } from './training/heads.ts'

export type Opened = {
  app: App
  pool: Pool
  checks: Checks
  /** Closes what was opened, last first: jobs, inference, database. */
  close: () => Promise<void>
}

type Options = {
  clock?: Clock
  /** For the terminal: use the database of the server that runs on this data folder. */
  join?: boolean
  /** Called when the embedded database died and could not be brought back. */
  onGivenUp?: (error: Error) => void
}

/** Photos that may wait for the model: some seconds of work for two cores. Their bytes are bounded apart, by http/uploads.ts. */
const waitingPhotos = 64

/** Opens everything a process needs, in order; what was opened is closed again when a later part fails. */
export async function openApp(
  config: Config,
  log: Logger,
  { clock = systemClock, ...database }: Options = {},
): Promise<Opened> {
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne()
  }
  try {
    const opened = await openDatabase({
      ...database,
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      poolSize: config.databasePool,
      log,
    })
    closers.push(() => opened.close())
    await migrate(opened.pool)
    const signals = openSignals(opened.url, log)
    closers.push(() => signals.close())
    const files = openFiles(config, clock)
    const { analysisThreads: threads } = config
    const queue = Math.max(waitingPhotos, threads * 8)
    // Hardly an act at the terminal shows the model a photo.
    const startsLate = database.join ?? false
    const vision = await openVision({ threads, queue, startsLate, ...visionPlaces() })
    closers.push(() => vision.close())
    const app: App = { config, clock, log, db: databaseOver(opened.pool), files, signals, vision }
    await pushKeys(app.db, clock)
    const stopFollowing = await followActiveHead(app)
    closers.push(async () => stopFollowing())
    if (config.role === 'all' || config.role === 'worker') {
      const runner = await startJobs(app, opened.pool)
      closers.push(() => runner.stop())
    }
    const checks = async () => ({
      database: await answers(() => opened.ping()),
      files: await answers(() => files.check()),
      model: vision.card.version !== '',
    })
    return { app, pool: opened.pool, checks, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await ask()) !== false
  } catch {
    return false
  }
}
