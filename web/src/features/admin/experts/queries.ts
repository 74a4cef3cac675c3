import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { apiPageQuery } from '../../../api/api-query.ts'
import type { ApiQuery, ApiRequestBody } from '../../../api/endpoints.ts'
import { useChange } from '../../../api/use-change.ts'

export const pageSize = 20

/** The lists of experts: by approval, and those whose changed qualifications wait. */
export const expertFilters = ['waiting', 'changed', 'approved', 'declined'] as const
export type ExpertFilter = (typeof expertFilters)[number]

export const useExpertApplications = (
  query: Pick<ApiQuery<'GET /api/admin/experts/'>, 'approval' | 'search' | 'page'>,
) => useQuery(apiPageQuery(['experts', query], 'GET /api/admin/experts/', { query: { ...query, page_size: pageSize } }))

type Decision = ApiRequestBody<'PUT /api/admin/experts/{id}/'> & { id: string }

/** Approves or declines an expert. */
export const useDecideExpert = () =>
  useChange(({ id, ...body }: Decision) => callApi('PUT /api/admin/experts/{id}/', { params: { id }, body }), {
    queryKey: ['experts'],
  })
