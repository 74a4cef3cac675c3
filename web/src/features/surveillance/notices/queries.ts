import type { NotificationChoice } from '@kutu/contract/notifications/notification-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { apiQuery } from '../../../api/api-query.ts'

export const pageSize = 20
/** A warning may be withdrawn at any time, so each visit asks again. */
const staleTime = 0

export const useNotices = (page: number) =>
  useQuery({
    ...apiQuery(['notices', page], 'GET /api/surveillance/notices/', {
      query: { page, page_size: pageSize, include: 'withdrawn' },
    }),
    staleTime,
  })

export const useNotice = (id: string) =>
  useQuery({
    ...apiQuery(['notices', 'one', id], 'GET /api/surveillance/notices/{id}/', { params: { id } }),
    staleTime,
  })

// The settings read the same entry of the cache.
const choicesKey = ['notification-choices']

/** The choices about warnings by channel. */
export const useWarningChoices = () =>
  useQuery({
    ...apiQuery(choicesKey, 'GET /api/account/notification-choices/'),
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
