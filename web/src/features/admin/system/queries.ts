import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { apiQuery } from '../../../api/api-query.ts'
import { useChange } from '../../../api/use-change.ts'

export const useSystemStatus = () => useQuery(apiQuery(['system'], 'GET /api/admin/system/'))

/** Runs a failed job again. */
export const useRetryJob = () =>
  useChange((id: string) => callApi('POST /api/admin/system/jobs/{id}/retry/', { params: { id } }), {
    queryKey: ['system'],
  })
