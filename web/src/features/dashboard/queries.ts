import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../api/api-client.ts'

export const statsQuery = () =>
  queryOptions({
    queryKey: ['dashboard', 'stats'],
    queryFn: ({ signal }) => callApi('GET /api/dashboard/stats/', { signal }),
  })
