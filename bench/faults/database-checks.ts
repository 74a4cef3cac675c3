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
  'a people tally that is not the count': sql`
    select t.role from people_tallies t full join (
      select role, coalesce(approval, '') as approval, activated_at is not null and deactivated_at is null as is_active,
        count(*) as n from users group by 1, 2, 3
    ) c using (role, approval, is_active) where coalesce(t.count, 0) <> coalesce(c.n, 0)`,
  'a post tally that is not the count': sql`
    select t.status from post_tallies t full join (
      select status, crop_type, disease_type, urgency_level, count(*) as n from posts group by 1, 2, 3, 4
    ) c using (status, crop_type, disease_type, urgency_level) where coalesce(t.count, 0) <> coalesce(c.n, 0)`,
  'a tally of own posts that is not the count': sql`
    select t.farmer_id from own_post_tallies t full join (
      select farmer_id, disease_type, count(*) as n from posts where status <> 'withdrawn' group by 1, 2
    ) c using (farmer_id, disease_type) where coalesce(t.count, 0) <> coalesce(c.n, 0)`,
  'a post whose comment counts are wrong': sql`
    select p.id from posts p left join lateral (
      select count(*) filter (where author_role = 'farmer') as farmers,
        count(*) filter (where author_role = 'expert') as experts
      from responses r where r.post_id = p.id and r.shown_at is not null
    ) c on true where (p.farmer_comment_count, p.expert_comment_count) <> (c.farmers, c.experts)`,
  'points that are not the sum of their entries': sql`
    select u.id from users u left join (select user_id, sum(points) as n from point_entries group by 1) e
      on e.user_id = u.id where u.points <> coalesce(e.n, 0)`,
  'an act tally that is not the count': sql`
    select t.actor_id from action_tallies t full join (
      select actor_id, action, count(*) as n from audit_log where actor_id is not null and action in ('post.approved',
        'post.flagged', 'response.added', 'response.approved', 'response.flagged', 'response.endorsed',
        'post.approval_undone', 'post.flag_undone', 'response.approval_undone', 'response.flag_undone',
        'response.endorsement_undone') group by 1, 2
    ) c using (actor_id, action) where coalesce(t.count, 0) <> coalesce(c.n, 0)`,
  'an analysis tally that is not the count': sql`
    select t.user_id from (select user_id, rust_class, sum(count) as n from analysis_tallies group by 1, 2) t
    full join (select farmer_id as user_id, rust_class, count(*) as n from analyses group by 1, 2) c
      using (user_id, rust_class) where coalesce(t.n, 0) <> coalesce(c.n, 0)`,
  'a tally of all analyses that is not the sum': sql`
    select a.month from (select month, rust_class, sum(count) as n from all_analysis_tallies group by 1, 2) a
    full join (select month, rust_class, sum(count) as n from analysis_tallies group by 1, 2) t
      using (month, rust_class) where coalesce(a.n, 0) <> coalesce(t.n, 0)`,
  'a tally of training images that is not the count': sql`
    select t.user_id from training_tallies t full join (
      select owner as user_id, state, coalesce(label, '') as label, count(*) as n from training_images,
        unnest(array[uploader_id, '00000000-0000-0000-0000-000000000000']) as owner
      where owner is not null group by 1, 2, 3
    ) c using (user_id, state, label) where coalesce(t.count, 0) <> coalesce(c.n, 0)`,
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
