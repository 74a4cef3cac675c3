import type { Post } from '@kutu/contract/community'
import type { ResponseStatus } from '@kutu/contract/moderation'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../../api/call.ts'
import type { NextPage } from '../../api/next-page.ts'
import { type BoardFilters, queryOf } from './board-filters.ts'

const key = ['moderation'] as const

/** The page before stays on the screen until the next one has come. */
export const allPostsQuery = (filters: BoardFilters) =>
  queryOptions({
    queryKey: [...key, 'all-posts', queryOf(filters)],
    queryFn: ({ signal }) => call('GET /api/community/posts/all/', { query: queryOf(filters), signal }),
    placeholderData: keepPreviousData,
  })

/** What everybody sees, for an expert who may not moderate yet. */
export const approvedPostsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...key, 'approved-posts'],
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/community/posts/', { query: { page_size: 20, ...pageParam }, signal }),
    initialPageParam: {} as NextPage,
    getNextPageParam: ({ next }) => next,
  })

export const postQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'post', id],
    queryFn: ({ signal }) => call('GET /api/community/posts/{id}/', { params: { id }, signal }),
  })

export const responsesQuery = (id: string, status: ResponseStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...key, 'responses', id, status ?? 'any'],
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/community/responses/moderate/{id}/', {
        params: { id },
        query: { status, ...pageParam },
        signal,
      }),
    initialPageParam: {} as NextPage,
    getNextPageParam: ({ next }) => next,
  })

export const boardQuery = () =>
  queryOptions({
    queryKey: [...key, 'board'],
    queryFn: ({ signal }) => call('GET /api/community/stats/', { signal }),
    staleTime: 5 * 60_000,
  })

/** Somebody moderated or wrote: what is on the screen is asked for anew, the rest when it is next looked at. */
export const renew = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: key })

/** The post as it is by now, past everything kept. */
export const freshPost = (id: string): Promise<Post> => call('GET /api/community/posts/{id}/', { params: { id } })
