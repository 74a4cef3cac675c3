import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'

/** Counts the active users of each role; only approved experts are experts. It reads all users: for a job. */
export async function countUsersByRole(app: App) {
  const { rows } = await sql<{ role: string; count: number }>`
    select role, count(*)::int as count from users
    where activated_at is not null and deactivated_at is null and (role <> 'expert' or approval = 'approved')
    group by role`.execute(app.db)
  const countOf = (wanted: string) => rows.find(({ role }) => role === wanted)?.count ?? 0
  return { farmers: countOf('farmer'), experts: countOf('expert'), admins: countOf('admin') }
}

/** Counts the experts who wait for approval, see `countUpTo`. */
export const countWaitingExperts = (app: App): Promise<number> =>
  countUpTo(app.db, app.db.selectFrom('users').where('approval', '=', 'waiting').where('left_at', 'is', null))
