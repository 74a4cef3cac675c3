import type { NotificationChoice } from '@kutu/contract/notifications/notification-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import type { ApiResponse } from '../../../api/endpoints.ts'
import { suggestLocale } from '../../../i18n/i18n.ts'

export const pageSize = 20

export const useNotices = (page: number) =>
  useQuery({
    queryKey: ['notices', page],
    queryFn: ({ signal }) =>
      callApi('GET /api/surveillance/notices/', { query: { page, page_size: pageSize }, signal }),
  })

export const useNotice = (id: string) =>
  useQuery({
    queryKey: ['notices', 'one', id],
    queryFn: ({ signal }) => callApi('GET /api/surveillance/notices/{id}/', { params: { id }, signal }),
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

const smsKey = (token: string) => ['warning-sms', token]

/** The state of the SMS that a link belongs to. The page has switched to the language of that person when it is there. */
export const useWarningSms = (token: string) =>
  useQuery({
    queryKey: smsKey(token),
    queryFn: async ({ signal }) => {
      const sms = await callApi('POST /api/surveillance/warning-sms/', { body: { token }, signal })
      await suggestLocale(sms.language)
      return sms
    },
  })

export function useChooseWarningSms(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (is_on: boolean) => callApi('PUT /api/surveillance/warning-sms/', { body: { token, is_on } }),
    onSuccess: ({ is_on }) =>
      client.setQueryData<ApiResponse<'POST /api/surveillance/warning-sms/'>>(
        smsKey(token),
        sms => sms && { ...sms, is_on },
      ),
  })
}
