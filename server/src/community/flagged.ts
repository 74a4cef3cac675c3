import type { Page } from '@kutu/contract/common'
import type { App } from '../context.ts'
import { offsetOf } from '../http/paging.ts'

/** Something an expert took from the board, as it stands now. */
export type Flagged = {
  id: string
  post_id: string
  title: string
  content: string
  author_id: string
  reason: string | null
}

/** Flagged posts, the newest first, and how many there are. */
export async function flaggedPosts(app: App, page: Page): Promise<{ count: number; flagged: Flagged[] }> {
  const { count } = await app.db
    .selectFrom('post_tallies')
    .select(({ fn }) => fn.sum<string | null>('count').as('count'))
    .where('status', '=', 'flagged')
    .executeTakeFirstOrThrow()
  const flagged = await app.db
    .selectFrom('posts')
    .select(['id', 'id as post_id', 'title', 'content', 'farmer_id as author_id', 'flag_reason as reason'])
    .where('status', '=', 'flagged')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()
  return { count: Number(count), flagged }
}

/** Flagged comments, the newest first, under the title of their post. */
export async function flaggedResponses(app: App, page: Page): Promise<{ count: number; flagged: Flagged[] }> {
  const { count } = await app.db
    .selectFrom('responses')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('status', '=', 'flagged')
    .executeTakeFirstOrThrow()
  const flagged = await app.db
    .selectFrom('responses as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .select(['r.id', 'r.post_id', 'p.title', 'r.content', 'r.author_id', 'r.flag_reason as reason'])
    .where('r.status', '=', 'flagged')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()
  return { count: Number(count), flagged }
}
