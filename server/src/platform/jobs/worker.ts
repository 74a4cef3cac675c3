import { Logger, type Runner, run, runOnce, type TaskList, type Logger as WorkerLogger } from 'graphile-worker'
import type { Pool } from 'pg'
import type { App } from '../../context.ts'
import type { JobPayloads } from './queue.ts'

/** Handler of every job, by task identifier. */
export type Tasks = { [Name in keyof JobPayloads]: (app: App, payload: JobPayloads[Name]) => Promise<void> }

/** Starts the job worker, which runs until it is stopped. LISTEN/NOTIFY wakes it for new jobs. */
export function startWorker(
  app: App,
  pool: Pool,
  { tasks, crontab }: { tasks: Tasks; crontab: string },
): Promise<Runner> {
  return run({
    pgPool: pool,
    taskList: createTaskList(app, tasks),
    crontab,
    concurrency: 2,
    noHandleSignals: true,
    logger: createWorkerLogger(app),
  })
}

/** Runs all jobs that are due now, then resolves; for tests. */
export function runDueJobs(app: App, pool: Pool, tasks: Tasks): Promise<void> {
  return runOnce({
    pgPool: pool,
    taskList: createTaskList(app, tasks),
    noHandleSignals: true,
    logger: createWorkerLogger(app),
  })
}

function createTaskList(app: App, tasks: Tasks): TaskList {
  const entries = Object.entries(tasks).map(([name, task]) => {
    const handler = task as (app: App, payload: unknown) => Promise<void>
    return [name, async (payload: unknown) => handler(app, payload)] as const
  })
  return Object.fromEntries(entries)
}

/** Lowers the log level of graphile-worker, which logs every job at level info. */
function createWorkerLogger(app: App): WorkerLogger {
  return new Logger(() => (level, message) => {
    if (level === 'error') app.log.error({ from: 'jobs' }, message)
    else if (level === 'warning') app.log.warn({ from: 'jobs' }, message)
    else app.log.debug({ from: 'jobs' }, message)
  })
}
