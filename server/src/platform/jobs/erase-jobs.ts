import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Removes the jobs of an erased user: pending ones that would reach them, and failed ones, which stay in the queue. */
export async function eraseJobs(
  tx: Tx,
  { id, email, username }: { id: string; email: string; username: string },
): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs
      where payload ->> 'to' in (${id}, ${email}) or payload ->> 'email' = ${email}
        or (attempts >= max_attempts and payload -> 'values' ->> 'name' = ${username})
    ))`.execute(tx)
}
