import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const statsQuery = () =>
  queryOptions({
    queryKey: ['dashboard', 'stats'],
    queryFn: ({ signal }) => call('GET /api/dashboard/stats/', { signal }),
  })
