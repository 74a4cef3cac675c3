import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { createKysely } from '../../server/src/platform/db/database.ts'
import { findInvariantViolations } from '../../server/src/testing/features/consultation-invariants.ts'

/** Rows that half a write would leave, by name. The invariants of consultations are those of the server's tests. */
const violationQueries = {
  'a farmer without a profile': sql`
    select id from users u where role = 'farmer' and left_at is null
      and not exists (select from farmer_profiles where user_id = u.id)`,
  'an expert without a profile': sql`
    select id from users u where role = 'expert' and left_at is null
      and not exists (select from expert_profiles where user_id = u.id)`,
  'a registered user without a code': sql`
    select id from users u where email_verified_at is null and not exists (select from one_time_codes where user_id = u.id)`,
  'a registration that is not in the audit log exactly once': sql`
    select u.id from users u where u.email like 'fault.%' and (
      select count(*) from audit_log a where a.subject_id = u.id::text and a.action = 'user.registered') <> 1`,
  'points that are not the sum of their entries': sql`
    select u.id from users u left join (select user_id, sum(points) as n from point_entries group by 1) e
      on e.user_id = u.id where u.points <> coalesce(e.n, 0)`,
  'an idempotency key without its reply': sql`select key from idempotency_keys where status is null or reply is null`,
}

/** Opens a connection pool for `work` and closes it afterwards. */
export async function withDatabase<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  // The database may be killed while a connection is idle.
  pool.on('error', () => undefined)
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/** Returns the violated invariants with the first of their rows; empty if all hold. */
export function findServerViolations(databaseUrl: string): Promise<string[]> {
  return withDatabase(databaseUrl, async pool => {
    const db = createKysely(pool)
    const violations = await findInvariantViolations({ db })
    for (const [name, query] of Object.entries(violationQueries)) {
      const { rows } = await query.execute(db)
      if (rows.length > 0) violations.push(`${name}: ${rows.length} rows, ${JSON.stringify(rows.slice(0, 3))}`)
    }
    return violations
  })
}

/**
 * Waits until every due email has left the queue.
 * @returns the ids of the jobs that are still due after this time
 */
export function waitForEmails(databaseUrl: string, seconds: number, ignored: ReadonlySet<string> = new Set()) {
  return withDatabase(databaseUrl, async pool => {
    const endsAt = performance.now() + seconds * 1000
    for (;;) {
      const { rows } = await pool.query<{ id: string }>(
        `select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier in ('send_mail', 'send_code', 'forgot_password')
           and j.run_at <= now() and (j.attempts < j.max_attempts or j.locked_at is not null)`,
      )
      const due = rows.map(({ id }) => id).filter(id => !ignored.has(id))
      if (due.length === 0 || performance.now() > endsAt) return due
      await delay(200)
    }
  })
}
