import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../api/api-client.ts'

export const statsQuery = () =>
  queryOptions({
    queryKey: ['dashboard', 'stats'],
    queryFn: ({ signal }) => callApi('GET /api/dashboard/stats/', { signal }),
  })

const waitingIntervalMs = 60_000

/** Counts of everything that waits for an approved expert. It is refetched after each decision, after each notification and every minute. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: ['dashboard', 'waiting'],
    queryFn: ({ signal }) => callApi('GET /api/dashboard/waiting/', { signal }),
    refetchInterval: waitingIntervalMs,
  })
