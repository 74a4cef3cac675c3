import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../api/api-query.ts'

export const statsQuery = () => apiQuery(['dashboard', 'stats'], 'GET /api/dashboard/stats/')

const waitingIntervalMs = 60_000

/** Counts of everything that waits for an approved expert. It is refetched after each decision, after each notification and every minute. */
export const waitingQuery = () =>
  queryOptions({
    ...apiQuery(['dashboard', 'waiting'], 'GET /api/dashboard/waiting/'),
    refetchInterval: waitingIntervalMs,
  })
