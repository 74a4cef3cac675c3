import type { ListedNotificationKind } from '@kutu/contract/notifications/notification-kinds'
import type { NotificationChoice } from '@kutu/contract/notifications/notification-settings'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/api-client.ts'
import { apiPageQuery, apiQuery } from '../../api/api-query.ts'
import { useChange } from '../../api/use-change.ts'
import { getLocale } from '../../i18n/i18n.ts'

export const pageSize = 20
const newestCount = 10
const pollIntervalMs = 60_000

// The language is part of the key, because the server sends messages in the reader's language.
const getListKey = (...rest: readonly unknown[]) => ['notifications', getLocale(), ...rest]

export type NotificationFilter = { isUnreadOnly: boolean; kind: ListedNotificationKind | null }

export const notificationsQuery = ({ page, isUnreadOnly, kind }: NotificationFilter & { page: number }) =>
  apiPageQuery(getListKey('page', { page, isUnreadOnly, kind }), 'GET /api/notifications/', {
    query: { page, page_size: pageSize, ...(isUnreadOnly && { status: 'unread' }), ...(kind && { kind }) },
  })

/** The newest notifications, for the card on the dashboard. */
export const newestQuery = () =>
  apiQuery(getListKey('newest'), 'GET /api/notifications/', { query: { page_size: newestCount } })

/** The newest warnings and answers of people, newest first. Each photo adds a notification, and ten would push these out. */
export const nearbyQuery = () =>
  queryOptions({
    queryKey: getListKey('nearby'),
    queryFn: async ({ signal }) => {
      const load = (kind: 'warnings' | 'answers') =>
        callApi('GET /api/notifications/', { query: { kind, page_size: newestCount }, signal })
      const pages = await Promise.all([load('warnings'), load('answers')])
      return pages.flatMap(({ results }) => results).toSorted((a, b) => b.date.localeCompare(a.date))
    },
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

const outdated = { queryKey: ['notifications'] }

export const useMarkRead = () =>
  useChange((id: string) => callApi('PUT /api/notifications/{id}/read/', { params: { id } }), outdated)

export const useMarkAllRead = () => useChange(() => callApi('PUT /api/notifications/read-all/'), outdated)

const preferencesKey = ['notification-choices']

/** The reader's preferences by kind and channel. */
export const preferencesQuery = () => apiQuery(preferencesKey, 'GET /api/account/notification-choices/')

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
