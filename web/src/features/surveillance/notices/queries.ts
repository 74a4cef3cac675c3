import type { NotificationChoice } from '@kutu/contract/notifications/notification-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'

export const pageSize = 20
/** A warning may be withdrawn at any time, so each visit asks again. */
const staleTime = 0

export const useNotices = (page: number) =>
  useQuery({
    queryKey: ['notices', page],
    queryFn: ({ signal }) =>
      callApi('GET /api/surveillance/notices/', {
        query: { page, page_size: pageSize, include: 'withdrawn' },
        signal,
      }),
    staleTime,
  })

export const useNotice = (id: string) =>
  useQuery({
    queryKey: ['notices', 'one', id],
    queryFn: ({ signal }) => callApi('GET /api/surveillance/notices/{id}/', { params: { id }, signal }),
    staleTime,
  })

// The settings read the same entry of the cache.
const choicesKey = ['notification-choices']

/** The choices about warnings by channel. */
export const useWarningChoices = () =>
  useQuery({
    queryKey: choicesKey,
    queryFn: ({ signal }) => callApi('GET /api/account/notification-choices/', { signal }),
    select: ({ choices }) => choices.filter(({ kind }) => kind === 'warnings'),
  })

export function useSaveWarningChoices() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (choices: NotificationChoice[]) =>
      callApi('PUT /api/account/notification-choices/', { body: { choices } }),
    onSuccess: reply => client.setQueryData(choicesKey, reply),
  })
}
