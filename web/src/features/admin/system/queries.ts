import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { useChange } from '../../../api/use-change.ts'

export const useSystemStatus = () =>
  useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => callApi('GET /api/admin/system/', { signal }),
  })

/** Runs a failed job again. */
export const useRetryJob = () =>
  useChange((id: string) => callApi('POST /api/admin/system/jobs/{id}/retry/', { params: { id } }), {
    queryKey: ['system'],
  })
