import type { WeeklySummary } from '@kutu/contract/summaries'
import { useQuery } from '@tanstack/react-query'
import { apiPageQuery } from '../../../api/api-query.ts'
import type { MapSubject } from '../map/subject.ts'

export type DiseaseSummary = WeeklySummary['diseases'][number]
export type Column = WeeklySummary['crops'][number]['week']

/** Keeps the previous week on screen until the next one has loaded. */
export const useSummary = (query: Pick<MapSubject, 'country' | 'week'>) =>
  useQuery(apiPageQuery(['weekly-summary', query], 'GET /api/surveillance/summary/', { query }))
