import type { WeeklySummary } from '@kutu/contract/summaries'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import type { MapSubject } from '../map/subject.ts'

export type DiseaseSummary = WeeklySummary['diseases'][number]
export type Column = WeeklySummary['crops'][number]['week']

/** Keeps the previous week on screen until the next one has loaded. */
export const useSummary = (query: Pick<MapSubject, 'country' | 'week'>) =>
  useQuery({
    queryKey: ['weekly-summary', query],
    queryFn: ({ signal }) => callApi('GET /api/surveillance/summary/', { query, signal }),
    placeholderData: keepPreviousData,
  })
