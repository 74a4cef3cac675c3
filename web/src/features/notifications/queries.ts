import type { NotificationKind } from '@kutu/contract/notification-kinds'
import type { NotificationChoice } from '@kutu/contract/settings'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { activeLanguage } from '../../text/say.ts'

export const pageSize = 20
const cardSize = 10
const askAgainMilliseconds = 60_000

// The server says each message in the reader's language.
const key = (...rest: readonly unknown[]) => ['notifications', activeLanguage(), ...rest]

export type Filter = { isUnreadOnly: boolean; kind: NotificationKind | null }

export const notificationsQuery = ({ page, isUnreadOnly, kind }: Filter & { page: number }) =>
  queryOptions({
    queryKey: key('page', { page, isUnreadOnly, kind }),
    queryFn: ({ signal }) =>
      call('GET /api/notifications/', {
        query: { page, page_size: pageSize, ...(isUnreadOnly && { status: 'unread' }), ...(kind && { kind }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** The newest, for the card of the dashboard. */
export const newestQuery = () =>
  queryOptions({
    queryKey: key('newest'),
    queryFn: ({ signal }) => call('GET /api/notifications/', { query: { page_size: cardSize }, signal }),
  })

let isLive = false
/** Said by whoever follows the stream. */
export const setLive = (live: boolean): void => {
  isLive = live
}

/** How many are unread. The stream tells it; where there is none, it is asked for now and then while the page is in sight. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: key('unread'),
    queryFn: async ({ signal }) => (await call('GET /api/notifications/', { query: { page_size: 1 }, signal })).unread,
    refetchInterval: () => (isLive ? false : askAgainMilliseconds),
  })

export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    // Also on the way to another screen, which must not undo it.
    mutationFn: (id: string) => call('PUT /api/notifications/{id}/read/', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['notifications'] }),
  })
}

export function useMarkAllRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('PUT /api/notifications/read-all/'),
    onSuccess: () => client.invalidateQueries({ queryKey: ['notifications'] }),
  })
}

const choicesKey = ['notification-choices']

/** What the reader wants to hear of, and by which way. */
export const choicesQuery = () =>
  queryOptions({
    queryKey: choicesKey,
    queryFn: ({ signal }) => call('GET /api/account/notification-choices/', { signal }),
  })

/** Shown at once; taken back where the server does not keep it. */
export function useChoose() {
  const client = useQueryClient()
  const { queryKey } = choicesQuery()
  return useMutation({
    mutationFn: (choice: NotificationChoice) =>
      call('PUT /api/account/notification-choices/', { body: { choices: [choice] } }),
    onMutate: async choice => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(
        queryKey,
        before => before && { choices: before.choices.map(each => (isSame(each, choice) ? choice : each)) },
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

const isSame = (one: NotificationChoice, other: NotificationChoice) =>
  one.kind === other.kind && one.channel === other.channel
