import { useQuery } from '@tanstack/react-query'
import { apiPageQuery } from '../../../api/api-query.ts'
import type { MapSubject } from './subject.ts'

/** Who reads the counts. Visitors get replies that caches may keep. */
export type Audience = 'members' | 'visitors'

const endpoints = {
  members: 'GET /api/surveillance/counts/',
  visitors: 'GET /api/surveillance/map/',
} as const

/** Keeps the previous week on screen until the next one has loaded. */
export const useCounts = (audience: Audience, subject: MapSubject) =>
  useQuery(apiPageQuery(['district-counts', audience, subject], endpoints[audience], { query: subject }))

export const warningPageSize = 10

/** Confirmed warnings that hold in a country. */
export const usePublicWarnings = (country: MapSubject['country'], page: number) =>
  useQuery({
    ...apiPageQuery(['public-warnings', country, page], 'GET /api/surveillance/map/warnings/', {
      query: { country, page, page_size: warningPageSize },
    }),
    // A warning may be withdrawn at any time, so each visit asks again.
    staleTime: 0,
  })
