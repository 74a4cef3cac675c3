import type { PageQuery } from '@kutu/contract/common'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import { onPage } from '../../../platform/http/pagination.ts'

/** A post or comment that was taken down: flagged by an expert, and hidden if an admin decided so. */
export type FlaggedItem = Awaited<ReturnType<typeof listFlaggedPosts>>['flagged'][number]

type FlaggedQuery = PageQuery & { status: 'flagged' | 'hidden' }

/** Returns a page of flagged or hidden posts, newest first, and their total count. */
export async function listFlaggedPosts(app: App, { status, ...page }: FlaggedQuery) {
  const matching = app.db.selectFrom('posts').where('status', '=', status)
  const count = await countUpTo(app.db, matching)
  const flagged = await matching
    .select(['id', 'id as post_id', 'title', 'content', 'farmer_id as author_id', 'flag_reason as reason'])
    .select(['hidden_reason', 'decided_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$call(onPage(page))
    .execute()
  return { count, flagged }
}

/** Returns a page of flagged or hidden comments of approved posts, newest first, each with the title of its post. */
export async function listFlaggedResponses(app: App, { status, ...page }: FlaggedQuery) {
  // The status is a literal rather than a parameter, so that the partial index of that status is used.
  const matching = app.db
    .selectFrom('responses as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .where('r.status', '=', sql.lit(status))
    .where('p.status', '=', 'approved')
    // An admin always gives a reason; without one the comment was erased with its author.
    .where('r.hidden_reason', 'is distinct from', '')
  const count = await countUpTo(app.db, matching)
  const flagged = await matching
    .select(['r.id', 'r.post_id', 'p.title', 'r.content', 'r.author_id', 'r.flag_reason as reason'])
    .select(['r.hidden_reason', 'r.decided_at'])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .$call(onPage(page))
    .execute()
  return { count, flagged }
}
