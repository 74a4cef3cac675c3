import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/api-query.ts'

export const pageSize = 20
/** A warning may be withdrawn at any time, so each visit asks again. */
const staleTime = 0

export const useNotices = (page: number) =>
  useQuery({
    ...apiQuery(['notices', page], 'GET /api/surveillance/notices/', {
      query: { page, page_size: pageSize, include: 'withdrawn' },
    }),
    staleTime,
  })

export const useNotice = (id: string) =>
  useQuery({
    ...apiQuery(['notices', 'one', id], 'GET /api/surveillance/notices/{id}/', { params: { id } }),
    staleTime,
  })
