import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from './api-client.ts'
import type { ApiEndpoint, ApiResponse, RequestArguments } from './endpoints.ts'

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
