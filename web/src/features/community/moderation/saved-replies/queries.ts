import type { Language } from '@kutu/contract/common'
import type { SavedReplyInput } from '@kutu/contract/community/saved-replies'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../../api/api-client.ts'

const queryKey = ['moderation', 'saved-replies'] as const

export const pageSize = 20

/** A page of the expert's own saved replies, then of those that others share. */
export const savedRepliesQuery = (page: number) =>
  queryOptions({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }) =>
      callApi('GET /api/community/saved-replies/', { query: { page, page_size: pageSize }, signal }),
  })

/** Creates a saved reply, or replaces the one with this id. */
export function useSaveReply() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: string | undefined; body: SavedReplyInput }) =>
      id === undefined
        ? callApi('POST /api/community/saved-replies/', { body })
        : callApi('PUT /api/community/saved-replies/{id}/', { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

/** Saves a reply for each disease, for an expert who has none. */
export function useAddStarters() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (language: Language) => callApi('POST /api/community/saved-replies/starters/', { body: { language } }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
}

export function useDeleteReply() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi('DELETE /api/community/saved-replies/{id}/', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
