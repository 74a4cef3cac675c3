import { type PageQuery, resolvePage } from '@kutu/contract/common'
import type { PostStatus } from '@kutu/contract/community/moderation'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { cursorPageReply, pageOffset, parseCursor, takeCursorPage } from '../../../platform/http/pagination.ts'
import { countPosts } from '../board-stats.ts'
import type { PostFilters } from './post-query.ts'
import { findPosts, maxSearchCount } from './post-search.ts'
import { presentPosts } from './present-post.ts'

type PostListQuery = PageQuery & PostFilters & { after?: string | undefined }
type PostScope = { statuses: readonly PostStatus[]; farmerId?: string; ordering?: 'newest' | 'queue' }

const activeStatuses = ['pending', 'flagged', 'hidden', 'approved'] as const

/** Returns a page of approved posts, newest first. */
export const listPosts = (db: Db, app: App, query: PostListQuery, url: URL) =>
  listAsArray(db, app, { query, url, statuses: ['approved'] })

/** Returns a page of the caller's own posts, newest first, without withdrawn ones unless the query asks for them. */
export const listMyPosts = (
  app: App,
  caller: Caller,
  query: PostListQuery & { status?: PostStatus | undefined },
  url: URL,
) =>
  listAsArray(app.db, app, {
    query,
    url,
    farmerId: caller.id,
    statuses: query.status ? [query.status] : activeStatuses,
  })

type AllPostsQuery = Omit<PostListQuery, keyof PageQuery> & {
  page?: number | undefined
  page_size?: number | undefined
  status?: PostStatus | undefined
  ordering: 'newest' | 'queue'
}

/** Returns a page of posts for moderators, in every status except withdrawn. */
export async function listAllPosts(app: App, input: AllPostsQuery, requestUrl: URL) {
  const query = { ...input, ...resolvePage(input) }
  const url = new URL(requestUrl)
  // The links name the page size, because with a page number alone it would be another one.
  url.searchParams.set('page_size', String(query.page_size))
  const statuses = query.status ? [query.status] : activeStatuses
  const { posts, next, matches } = await fetchPage(app.db, app, { query, url, statuses, ordering: query.ordering })
  if (matches !== undefined)
    return cursorPageReply(url, query, { count: matches, maxCount: maxSearchCount, next, results: posts })
  const count = await countPosts(app.db, { ...query, statuses })
  return cursorPageReply(url, query, { count, next, results: posts })
}

async function listAsArray(db: Db, app: App, options: { query: PostListQuery; url: URL } & PostScope) {
  const { posts, next } = await fetchPage(db, app, options)
  return { results: posts, next }
}

async function fetchPage(db: Db, app: App, { query, url, ...scope }: { query: PostListQuery; url: URL } & PostScope) {
  const cursor = parseCursor(query)
  const { rows: found, matches } = await findPosts(db, {
    ...scope,
    filters: query,
    ordering: scope.ordering ?? 'newest',
    cursor,
    limit: query.page_size + 1,
    offset: cursor ? 0 : pageOffset(query),
  })
  const { rows, next } = takeCursorPage(url, query, found)
  return { posts: await presentPosts(db, app, rows, { origin: url.origin }), next, matches }
}
