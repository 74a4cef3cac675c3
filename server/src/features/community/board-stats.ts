import type { PostStatus } from '@kutu/contract/community/moderation'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import type { Caller } from '../../platform/http/authorization.ts'

type PostCountFilters = {
  statuses: readonly PostStatus[]
  crop_type?: string | undefined
  disease_type?: string | undefined
  urgency_level?: string | undefined
}

/** Counts the posts that match the filters, using the tally table. */
export async function countPosts(app: App, filters: PostCountFilters): Promise<number> {
  // Relies on triggers posts_are_tallied and changed_posts_are_tallied, which keep the table.
  let tallies = app.db.selectFrom('post_tallies').where('status', 'in', filters.statuses)
  for (const column of ['crop_type', 'disease_type', 'urgency_level'] as const) {
    const value = filters[column]
    if (value !== undefined) tallies = tallies.where(sql.ref(column), '=', value)
  }
  const { count } = await tallies
    .select(({ fn }) => fn.sum<string | null>('count').as('count'))
    .executeTakeFirstOrThrow()
  return Number(count ?? 0)
}

/** Counts posts about a disease for the dashboard: a farmer's own posts, or all approved posts for other roles. */
export async function countDiseasePosts(app: App, caller: Caller): Promise<number> {
  if (caller.role !== 'farmer') {
    const statuses = ['approved'] as const
    return (await countPosts(app, { statuses })) - (await countPosts(app, { statuses, disease_type: 'none' }))
  }
  // Relies on triggers own_posts_are_tallied and changed_own_posts_are_tallied, which keep the table.
  const { count } = await app.db
    .selectFrom('own_post_tallies')
    .select(({ fn }) => fn.sum<string | null>('count').as('count'))
    .where('farmer_id', '=', caller.id)
    .where('disease_type', '!=', 'none')
    .executeTakeFirstOrThrow()
  return Number(count ?? 0)
}

const recentAnswerLimit = 500

/**
 * Returns the figures of the board. The median answer time covers the most recently answered posts only, so that it
 * stays current and its cost does not grow.
 */
export async function showBoard(app: App) {
  const { rows } = await sql<{ median: number | null }>`
    select percentile_cont(0.5) within group (order by extract(epoch from first_answered_at - created_at)) as median
    from (
      select first_answered_at, created_at from posts where first_answered_at is not null and status = 'approved'
      order by first_answered_at desc limit ${sql.lit(recentAnswerLimit)}
    ) recent`.execute(app.db)
  const median = rows[0]?.median ?? null
  return {
    approved_posts: await countPosts(app, { statuses: ['approved'] }),
    median_seconds_to_expert_answer: median === null ? null : Math.max(0, Number(median)),
  }
}
