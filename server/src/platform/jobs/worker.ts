import { Logger, type Runner, run, runOnce, type TaskList, type Logger as WorkerLogger } from 'graphile-worker'
import type { Pool } from 'pg'
import type { App } from '../../context.ts'
import { crontab, tasks } from '../../tasks.ts'

/** Works through the queue until stopped; wakes by LISTEN/NOTIFY. */
export function startWorker(app: App, pool: Pool): Promise<Runner> {
  return run({
    pgPool: pool,
    taskList: createTaskList(app),
    crontab,
    concurrency: 2,
    noHandleSignals: true,
    logger: createWorkerLogger(app),
  })
}

/** Works through everything that is due now, then returns: for tests. */
export function runDueJobs(app: App, pool: Pool): Promise<void> {
  return runOnce({
    pgPool: pool,
    taskList: createTaskList(app),
    noHandleSignals: true,
    logger: createWorkerLogger(app),
  })
}

function createTaskList(app: App): TaskList {
  const entries = Object.entries(tasks).map(([name, task]) => {
    const handler = task as (app: App, payload: unknown) => Promise<void>
    return [name, async (payload: unknown) => handler(app, payload)] as const
  })
  return Object.fromEntries(entries)
}

/** graphile-worker logs each job at info; only its warnings and errors belong in our log. */
function createWorkerLogger(app: App): WorkerLogger {
  return new Logger(() => (level, message) => {
    if (level === 'error') app.log.error({ from: 'jobs' }, message)
    else if (level === 'warning') app.log.warn({ from: 'jobs' }, message)
    else app.log.debug({ from: 'jobs' }, message)
  })
}
