import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { apiPageQuery } from '../../../api/api-query.ts'
import type { ApiQuery } from '../../../api/endpoints.ts'

export const pageSize = 20

export type Filters = Record<'action' | 'actor' | 'subject' | 'from' | 'to', string>

const toQuery = (filters: Filters): ApiQuery<'GET /api/admin/audit/export.csv'> => ({
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)),
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

/** Returns the matching entries as CSV. */
export const fetchAuditCsv = (filters: Filters): Promise<string> =>
  callApi('GET /api/admin/audit/export.csv', { query: toQuery(filters) })

export const useAuditLog = ({ page, ...filters }: Filters & { page: number }) =>
  useQuery(
    apiPageQuery(['audit', filters, page], 'GET /api/admin/audit/', {
      query: { ...toQuery(filters), page, page_size: pageSize },
    }),
  )
