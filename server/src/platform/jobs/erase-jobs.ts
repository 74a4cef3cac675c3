import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/**
 * Removes the jobs that reach an erased user, and messages to others that name them or state one of the titles. Such a job is either failed, and
 * would stay in the queue, or delayed for so long that its message is out of date.
 */
export async function eraseJobs(
  tx: Tx,
  { id, email, username }: { id: string; email: string; username: string },
  titles: readonly string[] = [],
): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs
      where payload ->> 'to' in (${id}, ${email}) or payload ->> 'email' = ${email}
        or exists (select from json_each_text(payload -> 'values') where value = ${username})
        or exists (select from json_each_text(payload -> 'details') where value = ${username})
        or payload -> 'values' ->> 'title' = any(${[...titles]}::text[])
        or payload -> 'details' ->> 'title' = any(${[...titles]}::text[])
    ))`.execute(tx)
}
