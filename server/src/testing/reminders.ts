import { sql } from 'kysely'
import { write } from '../db/write.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { World } from './world.ts'

export const hours = (count: number) => count * 3_600_000
export const minutes = (count: number) => count * 60_000

/** What the crontab does every minute, and everything that follows from it. */
export async function remindNow(w: World): Promise<void> {
  await write(w.app, tx => enqueue(tx, 'remind_of_appointments', {}))
  await w.runJobs()
}

/** Runs again what failed. Its time in the job queue is the database's, which no test moves: it is made due instead. */
export async function retryJobs(w: World): Promise<void> {
  await jobsPut(w)
  await sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0`.execute(w.app.db)
  await w.runJobs()
  await jobsPut(w)
}

/** The queue notes what became of a job a moment after the job is done. */
async function jobsPut(w: World): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from graphile_worker._private_jobs where locked_at is not null`.execute(w.app.db)
    if (rows.length === 0) return
  }
}
