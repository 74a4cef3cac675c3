import type { Post } from '@kutu/contract/community/community'
import type { ResponseStatus } from '@kutu/contract/community/moderation'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi, callApiPage } from '../../../../api/api-client.ts'
import type { NextPage } from '../../../../api/next-page.ts'
import { boardStatsQuery } from '../../shared/queries.ts'
import { type ModerationFilters, toPostsQuery } from '../board/board-filters.ts'

const moderationKey = ['moderation'] as const
/** When these are decided, the next ones follow. */
const queuePageSize = 50

/** Keeps the previous page visible until the next one has loaded. */
export const allPostsQuery = (filters: ModerationFilters) =>
  queryOptions({
    queryKey: [...moderationKey, 'all-posts', toPostsQuery(filters)],
    queryFn: ({ signal }) => callApi('GET /api/community/posts/all/', { query: toPostsQuery(filters), signal }),
    placeholderData: keepPreviousData,
  })

/** The posts that wait for a decision, most urgent first, then longest waiting. */
export const queueQuery = () =>
  queryOptions({
    queryKey: [...moderationKey, 'queue'],
    queryFn: ({ signal }) =>
      callApi('GET /api/community/posts/all/', {
        query: { ordering: 'queue', status: 'pending', page_size: queuePageSize },
        signal,
      }),
  })

/** Public posts, shown to experts who may not moderate yet. */
export const publicPostsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...moderationKey, 'approved-posts'],
    queryFn: ({ pageParam, signal }) =>
      callApiPage('GET /api/community/posts/', { query: { page_size: 20, ...pageParam }, signal }),
    initialPageParam: {} as NextPage,
    getNextPageParam: ({ next }) => next,
  })

export const moderatedPostQuery = (id: string) =>
  queryOptions({
    queryKey: [...moderationKey, 'post', id],
    queryFn: ({ signal }) => callApi('GET /api/community/posts/{id}/', { params: { id }, signal }),
  })

export const responsesQuery = (id: string, status: ResponseStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...moderationKey, 'responses', id, status ?? 'any'],
    queryFn: ({ pageParam, signal }) =>
      callApiPage('GET /api/community/responses/moderate/{id}/', {
        params: { id },
        query: { status, ...pageParam },
        signal,
      }),
    initialPageParam: {} as NextPage,
    getNextPageParam: ({ next }) => next,
  })

/** Comments on all posts that wait for a decision, longest waiting first. */
export const waitingResponsesQuery = () =>
  queryOptions({
    queryKey: [...moderationKey, 'waiting-responses'],
    queryFn: ({ signal }) =>
      callApi('GET /api/community/responses/waiting/', { query: { page_size: queuePageSize }, signal }),
  })

/** Refetches what is visible and marks the other moderation queries as stale. */
export async function invalidateModeration(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: moderationKey }),
    client.invalidateQueries({ queryKey: boardStatsQuery().queryKey }),
    client.invalidateQueries({ queryKey: ['dashboard'] }),
  ])
}

/** Fetches the current post, bypassing the cache. */
export const fetchPost = (id: string): Promise<Post> => callApi('GET /api/community/posts/{id}/', { params: { id } })
