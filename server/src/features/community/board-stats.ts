import type { PostStatus } from '@kutu/contract/community/moderation'
import { sql } from 'kysely'
import { countUpTo } from '../../platform/db/count-up-to.ts'
import type { Db } from '../../platform/db/database.ts'
import { buildWhere, type PostFilters } from './posts/post-query.ts'

/** Counts the posts that match the filters, see `countUpTo`. */
export const countPosts = (
  db: Db,
  { statuses, ...filters }: PostFilters & { statuses: readonly PostStatus[] },
  max?: number,
): Promise<number> => countUpTo(db, sql`select from posts where ${buildWhere({ filters }, statuses)}`, max)

/** Counts all approved posts, and those about a disease. It reads them all: for a job. */
export async function countBoardPosts(db: Db): Promise<{ approved: number; aboutDiseases: number }> {
  const { rows } = await sql<{ disease_type: string; count: number }>`
    select disease_type, count(*)::int as count from posts where status = 'approved' group by disease_type`.execute(db)
  const sum = (counted: typeof rows) => counted.reduce((total, { count }) => total + count, 0)
  return { approved: sum(rows), aboutDiseases: sum(rows.filter(({ disease_type }) => disease_type !== 'none')) }
}

/** Counts a farmer's own posts about a disease. */
export const countOwnDiseasePosts = (db: Db, farmerId: string): Promise<number> =>
  countUpTo(
    db,
    db
      .selectFrom('posts')
      .where('farmer_id', '=', farmerId)
      .where('status', '!=', 'withdrawn')
      .where('disease_type', '!=', 'none'),
  )

const recentPostLimit = 500

/**
 * Returns the figures of the board. The median answer time covers the newest posts only, so that it stays current and its
 * cost does not grow.
 */
export async function showBoard(db: Db) {
  const { rows } = await sql<{ median: number | null }>`
    select percentile_cont(0.5) within group (order by extract(epoch from answered_at - created_at)) as median
    from (
      select id, created_at from posts where status = 'approved'
      order by created_at desc, id desc limit ${sql.lit(recentPostLimit)}
    ) recent
    cross join lateral (
      select min(shown_at) as answered_at from responses
      where post_id = recent.id and author_role = 'expert' and status in ('approved', 'endorsed')
    ) answer`.execute(db)
  const median = rows[0]?.median ?? null
  return {
    median_seconds_to_expert_answer: median === null ? null : Math.max(0, Number(median)),
  }
}

/** Builds a subquery with the answers of experts that everybody can read, and how many of them are endorsed, by `expert_id`. */
export const selectAnswerCounts = (db: Db, expertIds: readonly string[]) =>
  db
    .selectFrom('responses as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .select('r.author_id as expert_id')
    .select(sql<number>`count(*)::int`.as('answers'))
    .select(sql<number>`(count(*) filter (where r.status = 'endorsed'))::int`.as('endorsed'))
    .where('r.author_id', '=', sql<string>`any(${expertIds}::uuid[])`)
    // The first two are the condition of the index responses_of_expert_shown.
    .where(sql<boolean>`r.author_role = 'expert' and r.status in ('approved', 'endorsed') and p.status = 'approved'`)
    .groupBy('r.author_id')
