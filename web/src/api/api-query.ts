import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi, callApiPage } from './api-client.ts'
import type { ApiEndpoint, ApiListEndpoint, ApiResponse, RequestArguments } from './endpoints.ts'
import type { NextPage } from './next-page.ts'

/** Returns the options of a query that reads from the API. Further options go around it: `{ ...apiQuery(…), staleTime: 0 }`. */
export const apiQuery = <C extends ApiEndpoint>(
  queryKey: readonly unknown[],
  name: C,
  ...[options]: RequestArguments<C>
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<ApiResponse<C>> =>
      callApi(name, ...([{ ...options, signal }] as unknown as RequestArguments<C>)),
  })

/** As `apiQuery`, for lists: the previous page stays on screen until the next one has loaded. */
export const apiPageQuery = <C extends ApiEndpoint>(
  queryKey: readonly unknown[],
  name: C,
  ...request: RequestArguments<C>
) => queryOptions({ ...apiQuery(queryKey, name, ...request), placeholderData: keepPreviousData })

/** As `apiQuery`, for lists that grow by a page at a time. */
export const apiListQuery = <C extends ApiListEndpoint>(
  queryKey: readonly unknown[],
  name: C,
  ...[options]: RequestArguments<C>
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const { query, ...rest } = (options ?? {}) as { query?: object }
      const request = { ...rest, query: { ...query, ...pageParam }, signal }
      return callApiPage(name, ...([request] as unknown as RequestArguments<C>))
    },
    initialPageParam: {} as NextPage,
    getNextPageParam: last => last.next,
  })
