import { Logger, type Runner, run, runOnce, type TaskList, type Logger as WorkerLogger } from 'graphile-worker'
import type { Pool } from 'pg'
import type { App } from '../context.ts'
import { crontab, tasks } from './tasks.ts'

/** Works through the queue until stopped; wakes by LISTEN/NOTIFY. */
export function startJobs(app: App, pool: Pool): Promise<Runner> {
  return run({
    pgPool: pool,
    taskList: taskListFor(app),
    crontab,
    concurrency: 2,
    noHandleSignals: true,
    logger: quietLogger(app),
  })
}

/** Works through everything that is due now, then returns: for tests. */
export function runDueJobs(app: App, pool: Pool): Promise<void> {
  return runOnce({ pgPool: pool, taskList: taskListFor(app), noHandleSignals: true, logger: quietLogger(app) })
}

function taskListFor(app: App): TaskList {
  const entries = Object.entries(tasks).map(([name, task]) => {
    const perform = task as (app: App, payload: unknown) => Promise<void>
    return [name, async (payload: unknown) => perform(app, payload)] as const
  })
  return Object.fromEntries(entries)
}

/** graphile-worker logs each job at info; only its warnings and errors belong in our log. */
function quietLogger(app: App): WorkerLogger {
  return new Logger(() => (level, message) => {
    if (level === 'error') app.log.error({ from: 'jobs' }, message)
    else if (level === 'warning') app.log.warn({ from: 'jobs' }, message)
    else app.log.debug({ from: 'jobs' }, message)
  })
}
