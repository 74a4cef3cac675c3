import { retentionMs } from '@kutu/contract/retention'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import type { Tx } from '../db/database.ts'
import { withTransaction } from '../db/transaction.ts'
import { maxAttempts } from './queue.ts'

/**
 * Makes a job that failed in its last attempt due now, with all attempts of a new job. Returns its task and the
 * attempts it had; undefined if there is no such job. Of two concurrent calls, one restarts the job.
 */
export async function restartFailedJob(tx: Tx, id: string): Promise<{ job: string; attempts: number } | undefined> {
  const { rows } = await sql<{ job: string; attempts: number }>`
    with failed as (
      select jobs.id, jobs.attempts, tasks.identifier
      from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where jobs.id = ${id} and jobs.attempts >= jobs.max_attempts and jobs.locked_at is null
      for update of jobs
    )
    update graphile_worker._private_jobs as jobs
    set attempts = 0, max_attempts = ${maxAttempts}, run_at = now(), updated_at = now()
    from failed where jobs.id = failed.id
    returning failed.identifier as job, failed.attempts`.execute(tx)
  return rows[0]
}

/** Deletes jobs that failed in their last attempt long ago: their payloads name people. */
export async function sweepFailedJobs(app: App): Promise<void> {
  const cutoff = new Date(app.clock.now().getTime() - retentionMs('failedJobs'))
  await withTransaction(app, async tx => {
    await sql`
      select graphile_worker.complete_jobs(array(
        select id from graphile_worker._private_jobs
        where attempts >= max_attempts and locked_at is null and updated_at < ${cutoff}
      ))`.execute(tx)
  })
}
