import { QueryClient, type QueryPersister } from '@tanstack/react-query'
import { ApiError, OfflineError } from './errors.ts'
import { createPersister, storeReplies } from './offline/query-persistence.ts'

const maxRetries = 2

/** Returns true if a retry may succeed: not for client errors, and not while the device itself is offline. */
const isTransient = (error: Error): boolean =>
  (error instanceof OfflineError && navigator.onLine) || (error instanceof ApiError && error.status >= 500)

/** Creates a client with the defaults that every query and mutation of the app shares, without stored replies. */
export const createQueryClient = (persister?: QueryPersister) =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, a query fails immediately and the screen says so, instead of pausing without an end.
        networkMode: 'always',
        // Queries that failed offline are fetched again when the device is back online.
        refetchOnReconnect: true,
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        retry: (failures, error) => failures < maxRetries && isTransient(error),
        refetchOnWindowFocus: true,
        ...(persister && { persister }),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

let current = { userId: '', client: createQueryClient() }

/** Erases what this tab has loaded, after a session has ended here or in another tab. */
export function eraseLoadedData(): void {
  current.client.clear()
  current = { userId: '', client: createQueryClient() }
}

/** Returns the query client of a user. People share phones, so another user gets an empty cache. */
export function getQueryClient(userId: string): QueryClient {
  if (current.userId !== userId) {
    current = { userId, client: createQueryClient(createPersister(userId)) }
    storeReplies(current.client, userId)
  }
  return current.client
}
