import type { PageQuery } from '@kutu/contract/common'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { pageOffset } from '../../../platform/http/pagination.ts'

/** Something that is off the board, as it stands now: flagged by an expert, and hidden where an admin ruled so. */
export type FlaggedItem = {
  id: string
  post_id: string
  title: string
  content: string
  author_id: string
  reason: string | null
  hidden_reason: string | null
  ruled_at: Date | null
}

type FlaggedQuery = PageQuery & { status: 'flagged' | 'hidden' }

/** Flagged or hidden posts, the newest first, and how many there are. */
export async function listFlaggedPosts(
  app: App,
  { status, ...page }: FlaggedQuery,
): Promise<{ count: number; flagged: FlaggedItem[] }> {
  const { count } = await app.db
    .selectFrom('post_tallies')
    .select(({ fn }) => fn.sum<string | null>('count').as('count'))
    .where('status', '=', status)
    .executeTakeFirstOrThrow()
  const flagged = await app.db
    .selectFrom('posts')
    .select(['id', 'id as post_id', 'title', 'content', 'farmer_id as author_id', 'flag_reason as reason'])
    .select(['hidden_reason', 'ruled_at'])
    .where('status', '=', status)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.page_size)
    .offset(pageOffset(page))
    .execute()
  return { count: Number(count), flagged }
}

/** Flagged or hidden comments on posts that show, the newest first, under the title of their post. */
export async function listFlaggedResponses(
  app: App,
  { status, ...page }: FlaggedQuery,
): Promise<{ count: number; flagged: FlaggedItem[] }> {
  // The state stands in the statement as it does in the index, which is of one state alone.
  const matching = app.db
    .selectFrom('responses as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .where('r.status', '=', sql.lit(status))
    .where('p.status', '=', 'approved')
  const { count } = await matching.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const flagged = await matching
    .select(['r.id', 'r.post_id', 'p.title', 'r.content', 'r.author_id', 'r.flag_reason as reason'])
    .select(['r.hidden_reason', 'r.ruled_at'])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(page.page_size)
    .offset(pageOffset(page))
    .execute()
  return { count: Number(count), flagged }
}
