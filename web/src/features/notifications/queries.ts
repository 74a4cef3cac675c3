import type { NotificationKind } from '@kutu/contract/notifications/notification-kinds'
import type { NotificationChoice } from '@kutu/contract/notifications/notification-settings'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/api-client.ts'
import { getLocale } from '../../i18n/i18n.ts'

export const pageSize = 20
const newestCount = 10
const pollIntervalMs = 60_000

// The server says each message in the reader's language.
const getListKey = (...rest: readonly unknown[]) => ['notifications', getLocale(), ...rest]

export type NotificationFilter = { isUnreadOnly: boolean; kind: NotificationKind | null }

export const notificationsQuery = ({ page, isUnreadOnly, kind }: NotificationFilter & { page: number }) =>
  queryOptions({
    queryKey: getListKey('page', { page, isUnreadOnly, kind }),
    queryFn: ({ signal }) =>
      callApi('GET /api/notifications/', {
        query: { page, page_size: pageSize, ...(isUnreadOnly && { status: 'unread' }), ...(kind && { kind }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** The newest, for the card of the dashboard. */
export const newestQuery = () =>
  queryOptions({
    queryKey: getListKey('newest'),
    queryFn: ({ signal }) => callApi('GET /api/notifications/', { query: { page_size: newestCount }, signal }),
  })

let isLive = false
/** Said by whoever follows the stream. */
export const setLive = (live: boolean): void => {
  isLive = live
}

/** How many are unread. The stream tells it; where there is none, it is asked for now and then while the page is in sight. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: getListKey('unread'),
    queryFn: async ({ signal }) =>
      (await callApi('GET /api/notifications/', { query: { page_size: 1 }, signal })).unread,
    refetchInterval: () => (isLive ? false : pollIntervalMs),
  })

export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    // Also on the way to another screen, which must not undo it.
    mutationFn: (id: string) => callApi('PUT /api/notifications/{id}/read/', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['notifications'] }),
  })
}

export function useMarkAllRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi('PUT /api/notifications/read-all/'),
    onSuccess: () => client.invalidateQueries({ queryKey: ['notifications'] }),
  })
}

const preferencesKey = ['notification-choices']

/** What the reader wants to hear of, and by which way. */
export const preferencesQuery = () =>
  queryOptions({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => callApi('GET /api/account/notification-choices/', { signal }),
  })

/** Shown at once; taken back where the server does not keep it. */
export function useSavePreference() {
  const client = useQueryClient()
  const { queryKey } = preferencesQuery()
  return useMutation({
    mutationFn: (choice: NotificationChoice) =>
      callApi('PUT /api/account/notification-choices/', { body: { choices: [choice] } }),
    onMutate: async choice => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(
        queryKey,
        current => current && { choices: current.choices.map(each => (isSameChoice(each, choice) ? choice : each)) },
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

const isSameChoice = (one: NotificationChoice, other: NotificationChoice) =>
  one.kind === other.kind && one.channel === other.channel
