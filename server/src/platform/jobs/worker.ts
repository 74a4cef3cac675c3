import { setTimeout as delay } from 'node:timers/promises'
import {
  type JobHelpers,
  Logger,
  type Runner,
  run,
  runOnce,
  type TaskList,
  type Logger as WorkerLogger,
} from 'graphile-worker'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { App } from '../../context.ts'
import { type LogContext, runWithLogContext } from '../observability/log-context.ts'
import { jobRuns } from '../observability/metrics.ts'
import { PermanentJobError } from './permanent-job-error.ts'
import type { JobPayloads } from './queue.ts'
import { WorkerLocks } from './worker-locks.ts'

type JobName = keyof JobPayloads

/**
 * Handler of every job, by task identifier. The signal aborts some seconds after the server was told to stop. A handler
 * that rejects then runs again later, without a counted attempt.
 */
export type Tasks = { [Name in JobName]: (app: App, payload: JobPayloads[Name], signal: AbortSignal) => Promise<void> }

/** Connections of the pool that the workers keep: each of the two groups listens for new jobs. */
export const extraConnections = 2

const emailConcurrency = 4
const concurrency = 2
const defaultStopTimeouts = { abortAfterMs: 3000, abandonAfterMs: 8000 }

type Options = {
  tasks: Tasks
  /** Jobs that talk to the mail server. Workers of their own run them, so that a slow server delays no other job. */
  emailTasks: readonly JobName[]
  crontab: string
  databaseUrl: string
  /**
   * Time for running jobs to finish after `stop` was called, in milliseconds: until their signal aborts, and until they
   * are abandoned. Another process runs an abandoned job again.
   */
  stopTimeouts?: { abortAfterMs: number; abandonAfterMs: number }
}

/** Starts the job workers, which run until they are stopped. LISTEN/NOTIFY wakes them for new jobs. */
export async function startWorker(
  app: App,
  pool: Pool,
  { tasks, emailTasks, crontab, databaseUrl, stopTimeouts = defaultStopTimeouts }: Options,
): Promise<{ stop: () => Promise<void> }> {
  const locks = await WorkerLocks.open(databaseUrl, app.log)
  const plugin: GraphileConfig.Plugin = {
    name: 'KutuWorkerLocks',
    version: '1.0.0',
    // Runs before the worker takes its first job.
    worker: { hooks: { startWorker: (_, { worker }) => locks.hold(worker.workerPool.id) } },
  }
  const sharedOptions = {
    pgPool: pool,
    noHandleSignals: true,
    logger: createWorkerLogger(app),
    gracefulShutdownAbortTimeout: stopTimeouts.abortAfterMs,
    preset: { plugins: [plugin] },
  }
  const runners: Runner[] = []
  const abandoning = new AbortController()
  const stop = async () => {
    const stopped = Promise.all(runners.map(runner => runner.stop()))
    await Promise.race([stopped, delay(stopTimeouts.abandonAfterMs, undefined, { ref: false })])
    abandoning.abort()
    await locks.close()
  }
  const taskList = Object.entries(createTaskList(app, tasks, abandoning.signal))
  const isEmailTask = ([name]: [string, unknown]) => emailTasks.some(task => task === name)
  const emails = Object.fromEntries(taskList.filter(isEmailTask))
  const others = Object.fromEntries(taskList.filter(entry => !isEmailTask(entry)))
  try {
    runners.push(await run({ ...sharedOptions, taskList: others, concurrency, crontab }))
    runners.push(await run({ ...sharedOptions, taskList: emails, concurrency: emailConcurrency, parsedCronItems: [] }))
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
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

/** After `abandoned`, the outcome of a job is dropped: the database may be closed. */
function createTaskList(app: App, tasks: Tasks, abandoned?: AbortSignal): TaskList {
  const entries = Object.entries(tasks).map(([name, task]) => {
    const handler = task as (app: App, payload: unknown, signal: AbortSignal) => Promise<void>
    const runHandler = async (payload: unknown, { job, abortSignal }: JobHelpers) => {
      const count = (outcome: string) => jobRuns.inc({ task: name, outcome })
      try {
        await handler(app, payload, abortSignal)
        count('completed')
        if (abandoned?.aborted) await never
      } catch (error) {
        const isLastAttempt = error instanceof PermanentJobError || job.attempts >= job.max_attempts
        if (abortSignal.aborted) count('interrupted')
        else count(isLastAttempt ? 'given_up' : 'failed')
        if (abandoned?.aborted) await never
        else if (abortSignal.aborted) await returnJob(app, job.id)
        else if (error instanceof PermanentJobError) await endAttempts(app, job.id)
        throw error
      }
    }
    const run = (payload: unknown, helpers: JobHelpers) =>
      runWithLogContext(toLogContext(helpers.job), () => runHandler(payload, helpers))
    return [name, run] as const
  })
  return Object.fromEntries(entries)
}

const never = new Promise<never>(() => undefined)

/** Makes an interrupted job available at once. graphile-worker records the failure only for jobs that are still locked. */
async function returnJob(app: App, id: string): Promise<void> {
  await sql`
    update graphile_worker._private_jobs
    set locked_by = null, locked_at = null, attempts = greatest(attempts - 1, 0)
    where id = ${id}`.execute(app.db)
}

/** Makes the current attempt the last one. */
async function endAttempts(app: App, id: string): Promise<void> {
  await sql`update graphile_worker._private_jobs set max_attempts = attempts where id = ${id}`.execute(app.db)
}

/** Lowers the log level of graphile-worker, which logs every job at level info. */
function createWorkerLogger(app: App): WorkerLogger {
  return new Logger(() => (level, message, meta) => {
    const fields = { from: 'jobs', ...(isJob(meta?.job) ? toLogContext(meta.job) : {}) }
    if (level === 'error') app.log.error(fields, message)
    else if (level === 'warning') app.log.warn(fields, message)
    else app.log.debug(fields, message)
  })
}

type LoggedJob = Pick<JobHelpers['job'], 'id' | 'task_identifier' | 'payload'>

const isJob = (value: unknown): value is LoggedJob =>
  typeof value === 'object' && value !== null && 'id' in value && 'task_identifier' in value && 'payload' in value

/** Returns the fields of a job's log lines, with the id of the request that enqueued it (see `enqueue`). */
function toLogContext({ id, task_identifier: task, payload }: LoggedJob): LogContext {
  const { request_id: requestId } = payload as { request_id?: unknown }
  return { job_id: id, task, ...(typeof requestId === 'string' ? { request_id: requestId } : {}) }
}
