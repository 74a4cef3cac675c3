import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'

export const useSystemStatus = () =>
  useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => callApi('GET /api/admin/system/', { signal }),
  })

/** Runs a failed job again. The status is refetched also on failure, because another admin may have been first. */
export function useRetryJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi('POST /api/admin/system/jobs/{id}/retry/', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['system'] }),
  })
}
