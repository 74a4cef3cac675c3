import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { activeLanguage } from '../../text/say.ts'

export const pageSize = 20
const cardSize = 10
const askAgainMilliseconds = 60_000

// The server says each message in the reader's language.
const key = (...rest: readonly unknown[]) => ['notifications', activeLanguage(), ...rest]

export const notificationsQuery = ({ page, isUnreadOnly }: { page: number; isUnreadOnly: boolean }) =>
  queryOptions({
    queryKey: key('page', { page, isUnreadOnly }),
    queryFn: ({ signal }) =>
      call('GET /api/notifications/', {
        query: { page, page_size: pageSize, ...(isUnreadOnly && { status: 'unread' }) },
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

/** How many are unread. Asked for now and then, as long as the page is in sight. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: key('unread'),
    queryFn: async ({ signal }) => (await call('GET /api/notifications/', { query: { page_size: 1 }, signal })).unread,
    refetchInterval: askAgainMilliseconds,
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
