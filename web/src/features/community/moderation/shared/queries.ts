import type { Post } from '@kutu/contract/community/community'
import type { ResponseStatus } from '@kutu/contract/community/moderation'
import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'
import { callApi } from '../../../../api/api-client.ts'
import { apiListQuery, apiPageQuery, apiQuery } from '../../../../api/api-query.ts'
import { boardStatsQuery } from '../../shared/queries.ts'
import { type ModerationFilters, toPostsQuery } from '../board/board-filters.ts'

const moderationKey = ['moderation'] as const
/** When these are decided, the next ones follow. */
const queuePageSize = 50

export const allPostsQuery = (filters: ModerationFilters) =>
  apiPageQuery([...moderationKey, 'all-posts', toPostsQuery(filters)], 'GET /api/community/posts/all/', {
    query: toPostsQuery(filters),
  })

/** The posts that wait for a decision, most urgent first, then longest waiting. */
export const queueQuery = () =>
  apiQuery([...moderationKey, 'queue'], 'GET /api/community/posts/all/', {
    query: { ordering: 'queue', status: 'pending', page_size: queuePageSize },
  })

/** Public posts, shown to experts who may not moderate yet. */
export const publicPostsQuery = () =>
  apiListQuery([...moderationKey, 'approved-posts'], 'GET /api/community/posts/', { query: { page_size: 20 } })

export const moderatedPostQuery = (id: string) =>
  apiQuery([...moderationKey, 'post', id], 'GET /api/community/posts/{id}/', { params: { id } })

export const responsesQuery = (id: string, status: ResponseStatus | undefined) =>
  apiListQuery([...moderationKey, 'responses', id, status ?? 'any'], 'GET /api/community/responses/moderate/{id}/', {
    params: { id },
    query: { status },
  })

/** Comments on all posts that wait for a decision, longest waiting first. */
export const waitingResponsesQuery = () =>
  apiQuery([...moderationKey, 'waiting-responses'], 'GET /api/community/responses/waiting/', {
    query: { page_size: queuePageSize },
  })

/** The moderation queries and the figures that count what they list. */
export const outdatedByModeration: readonly InvalidateQueryFilters[] = [
  { queryKey: moderationKey },
  { queryKey: boardStatsQuery().queryKey },
  { queryKey: ['dashboard'] },
]

/** Refetches what is visible and marks the other moderation queries as stale. */
export const invalidateModeration = (client: QueryClient) =>
  Promise.all(outdatedByModeration.map(filters => client.invalidateQueries(filters)))

/** Fetches the current post, bypassing the cache. */
export const fetchPost = (id: string): Promise<Post> => callApi('GET /api/community/posts/{id}/', { params: { id } })
