import { sql } from 'kysely'
import { withTransaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { TestServer } from '../server/test-server.ts'

export const hours = (count: number) => count * 3_600_000
export const minutes = (count: number) => count * 60_000

/** Runs the job that the crontab starts every minute, and every job that follows. */
export async function runReminders(server: TestServer): Promise<void> {
  await withTransaction(server.app, tx => enqueue(tx, 'remind_of_appointments', {}))
  await server.runJobs()
}

/**
 * Runs failed jobs again. The job queue uses the database's clock, which tests cannot move, so their times are changed
 * instead.
 */
export async function retryJobs(server: TestServer): Promise<void> {
  await waitForUnlockedJobs(server)
  await sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0`.execute(server.app.db)
  await server.runJobs()
  await waitForUnlockedJobs(server)
}

/** Waits until no job is locked: the queue records a job's result shortly after the job has ended. */
async function waitForUnlockedJobs(server: TestServer): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from graphile_worker._private_jobs where locked_at is not null`.execute(
      server.app.db,
    )
    if (rows.length === 0) return
  }
}
