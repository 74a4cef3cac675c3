import type { ListedNotificationKind } from '@kutu/contract/notifications/notification-kinds'
import type { NotificationChoice } from '@kutu/contract/notifications/notification-settings'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/api-client.ts'
import { getLocale } from '../../i18n/i18n.ts'

export const pageSize = 20
const newestCount = 10
const pollIntervalMs = 60_000

// The language is part of the key, because the server sends messages in the reader's language.
const getListKey = (...rest: readonly unknown[]) => ['notifications', getLocale(), ...rest]

export type NotificationFilter = { isUnreadOnly: boolean; kind: ListedNotificationKind | null }

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

/** The newest notifications, for the card on the dashboard. */
export const newestQuery = () =>
  queryOptions({
    queryKey: getListKey('newest'),
    queryFn: ({ signal }) => callApi('GET /api/notifications/', { query: { page_size: newestCount }, signal }),
  })

let isLive = false
/** Set while the event stream is open; then the unread count is not polled. */
export const setLive = (live: boolean): void => {
  isLive = live
}

/** The number of unread notifications. The event stream updates it; without a stream it is polled. */
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
    // Not tied to the component: opening another screen must not cancel it.
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

/** The reader's preferences by kind and channel. */
export const preferencesQuery = () =>
  queryOptions({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => callApi('GET /api/account/notification-choices/', { signal }),
  })

/** Updates the cache optimistically and refetches afterwards. */
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
