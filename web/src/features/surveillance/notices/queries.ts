import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'

export const pageSize = 20

export const useNotices = (page: number) =>
  useQuery({
    queryKey: ['notices', page],
    queryFn: ({ signal }) =>
      callApi('GET /api/surveillance/notices/', { query: { page, page_size: pageSize }, signal }),
  })

export const useNotice = (id: string) =>
  useQuery({
    queryKey: ['notices', 'one', id],
    queryFn: ({ signal }) => callApi('GET /api/surveillance/notices/{id}/', { params: { id }, signal }),
  })
