import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import { restartFailedJob } from '../../../platform/jobs/failed-jobs.ts'

/**
 * Runs a job again that failed in its last attempt, with all attempts of a new one. Every handler is idempotent.
 * @throws ApiError not_found, already_decided if the job has not failed, for example because it was restarted meanwhile
 */
export async function retryJob(db: Db, app: App, id: string, actor: string): Promise<{ id: string; job: string }> {
  return withTransaction(db, async tx => {
    const restarted = await restartFailedJob(tx, id)
    if (!restarted) throw apiError((await hasJob(tx, id)) ? 'already_decided' : 'not_found')
    const { job, attempts } = restarted
    await audit(app, tx, { actor, action: 'job.retried', subject: { type: 'job', id }, after: { job, attempts } })
    return { id, job }
  })
}

async function hasJob(tx: App['db'], id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from graphile_worker.jobs where id = ${id}`.execute(tx)
  return rows.length > 0
}
