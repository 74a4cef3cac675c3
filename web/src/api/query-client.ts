import { QueryClient } from '@tanstack/react-query'
import { ApiError, OfflineError } from './errors.ts'

const maxRetries = 2
/** Worth another try: the network failed or the server was busy. A refusal will be a refusal again, and so will a device without any network. */
const isTransient = (error: Error): boolean =>
  (error instanceof OfflineError && navigator.onLine) || (error instanceof ApiError && error.status >= 500)

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a query fails at once and says so, instead of waiting without an end.
        networkMode: 'always',
        // What failed so comes by itself once there is a network again.
        refetchOnReconnect: true,
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        retry: (failures, error) => failures < maxRetries && isTransient(error),
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

let current = { userId: '', client: createQueryClient() }

/** What the server has told a user: a phone may have several, and one finds nothing of another, user record included. */
export function getQueryClient(userId: string): QueryClient {
  if (current.userId !== userId) current = { userId, client: createQueryClient() }
  return current.client
}
