import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import type { ApiQuery } from '../../../api/endpoints.ts'

export const pageSize = 20

/** Keeps the previous page on screen until the next one has loaded. */
export const useAuditLog = (
  query: Pick<ApiQuery<'GET /api/admin/audit/'>, 'action' | 'subject_id' | 'actor' | 'page'>,
) =>
  useQuery({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => callApi('GET /api/admin/audit/', { query: { ...query, page_size: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })
