import type { Preferences } from '@kutu/contract/own-account'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endSession, storedUser, storeUser } from '../../api/session.ts'

export const devicesPageSize = 10
const askAgainMilliseconds = 5000

export const devicesQuery = (page: number) =>
  queryOptions({
    queryKey: ['devices', page],
    queryFn: ({ signal }) => call('GET /api/account/devices/', { query: { page, page_size: devicesPageSize }, signal }),
    placeholderData: keepPreviousData,
  })

export function useSignOutDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/account/devices/{id}/', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['devices'] }),
  })
}

export function useSignOutElsewhere() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /api/account/devices/'),
    onSettled: () => client.invalidateQueries({ queryKey: ['devices'] }),
  })
}

/** Kept on the server; the stored user record follows, and with it every time that is told. */
export function useChoosePreferences() {
  const client = useQueryClient()
  return useMutation({
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'preferences' },
    mutationFn: (change: Partial<Preferences>) => call('PUT /api/account/preferences/', { body: change }),
    onSuccess: kept => {
      const user = storedUser()
      if (user) storeUser({ ...user, ...kept })
      return client.invalidateQueries({ queryKey: ['me'] })
    },
  })
}

/** Asked again while the file is being made. */
export const exportQuery = () =>
  queryOptions({
    queryKey: ['data-export'],
    queryFn: ({ signal }) => call('GET /api/account/export/', { signal }),
    refetchInterval: ({ state }) => (state.data?.export?.state === 'making' ? askAgainMilliseconds : false),
  })

export function useStartExport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/account/export/'),
    onSettled: () => client.invalidateQueries({ queryKey: ['data-export'] }),
  })
}

/** The link lives for minutes, so each press gets one of its own. */
export async function fetchExport(): Promise<void> {
  const { address } = await call('POST /api/account/export/link/')
  window.location.assign(address)
}

/** Asked anew each time: what would end may have changed since. */
export const leavingQuery = () =>
  queryOptions({
    queryKey: ['leaving'],
    queryFn: ({ signal }) => call('GET /api/account/deletion/', { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** The server has ended every session by then; the sign-in says until when the account can be kept. */
export async function leaveKutu(password: string): Promise<void> {
  const { leaves_at } = await call('POST /api/account/deletion/', { body: { password } })
  endSession({ isLeaving: true })
  window.location.replace(`/auth?${new URLSearchParams({ leaves_at })}`)
}
