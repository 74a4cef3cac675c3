import { useQuery } from '@tanstack/react-query'
import { apiPageQuery } from '../../../api/api-query.ts'
import type { ApiResponse } from '../../../api/endpoints.ts'
import type { MapSubject } from '../map/subject.ts'

export type Trend = ApiResponse<'GET /api/surveillance/trends/'>
export type TrendWeek = Trend['weeks'][number]
/** Subject of a trend: a disease of a crop in a country or one of its districts. */
export type TrendSubject = Omit<MapSubject, 'week'> & { district: string | undefined }

/** Keeps the previous trend on screen until the next one has loaded. */
export const useTrend = (subject: TrendSubject) =>
  useQuery(apiPageQuery(['trend', subject], 'GET /api/surveillance/trends/', { query: subject }))
