import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Body, Query } from '../../api/contract.ts'

export const pageSize = 20

/** The page before stays on the screen until the next one has come. */
export const useExperts = (query: Pick<Query<'GET /api/admin/experts/'>, 'approval' | 'search' | 'page'>) =>
  useQuery({
    queryKey: ['experts', query],
    queryFn: ({ signal }) => call('GET /api/admin/experts/', { query: { ...query, page_size: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })

type Decision = Body<'PUT /api/admin/experts/{id}/'> & { id: string }

/** Approves or declines; every list of experts is asked for anew, also when somebody else decided first. */
export function useDecideExpert() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Decision) => call('PUT /api/admin/experts/{id}/', { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['experts'] }),
  })
}

export const useAudit = (query: Pick<Query<'GET /api/admin/audit/'>, 'action' | 'subject_id' | 'actor' | 'page'>) =>
  useQuery({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => call('GET /api/admin/audit/', { query: { ...query, page_size: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })
