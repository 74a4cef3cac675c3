import type { Post } from '@kutu/contract/community/community'
import type { ResponseStatus } from '@kutu/contract/community/moderation'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi, callApiPage } from '../../../../api/api-client.ts'
import type { NextPage } from '../../../../api/next-page.ts'
import { boardStatsQuery } from '../../shared/queries.ts'
import { type ModerationFilters, toPostsQuery } from '../board/board-filters.ts'

const moderationKey = ['moderation'] as const

/** Keeps the previous page visible until the next one has loaded. */
export const allPostsQuery = (filters: ModerationFilters) =>
  queryOptions({
    queryKey: [...moderationKey, 'all-posts', toPostsQuery(filters)],
    queryFn: ({ signal }) => callApi('GET /api/community/posts/all/', { query: toPostsQuery(filters), signal }),
    placeholderData: keepPreviousData,
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

export const waitingPageSize = 20

/** Comments on all posts that wait for a decision, longest waiting first. */
export const waitingResponsesQuery = (page: number) =>
  queryOptions({
    queryKey: [...moderationKey, 'waiting-responses', page],
    queryFn: ({ signal }) =>
      callApi('GET /api/community/responses/waiting/', { query: { page, page_size: waitingPageSize }, signal }),
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
