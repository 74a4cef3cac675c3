import type { Preferences } from '@kutu/contract/accounts/own-account'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/api-client.ts'
import { apiPageQuery, apiQuery } from '../../api/api-query.ts'
import { eraseAccountData } from '../../api/session/private-data.ts'
import { endSession, getStoredUser, storeUser } from '../../api/session/session.ts'
import { useChange } from '../../api/use-change.ts'

export const devicesPageSize = 10
const pollIntervalMs = 5000

export const devicesQuery = (page: number) =>
  apiPageQuery(['devices', page], 'GET /api/account/devices/', { query: { page, page_size: devicesPageSize } })

export const useSignOutDevice = () =>
  useChange((id: string) => callApi('DELETE /api/account/devices/{id}/', { params: { id } }), { queryKey: ['devices'] })

export const useSignOutOtherDevices = () =>
  useChange(() => callApi('DELETE /api/account/devices/'), { queryKey: ['devices'] })

export const emailQuery = () => apiQuery(['account-email'], 'GET /api/account/email/')

export const useChangeEmail = () =>
  useChange((email: string) => callApi('POST /api/account/email/', { body: { email } }), {
    queryKey: ['account-email'],
  })

/** Saves preferences in the account and in the stored user record, which time formats read. */
export function useUpdatePreferences() {
  const client = useQueryClient()
  return useMutation({
    // One at a time, so that the last change wins.
    scope: { id: 'preferences' },
    mutationFn: (change: Partial<Preferences>) => callApi('PUT /api/account/preferences/', { body: change }),
    onSuccess: saved => {
      const user = getStoredUser()
      if (user) storeUser({ ...user, ...saved })
      return client.invalidateQueries({ queryKey: ['me'] })
    },
  })
}

/** Polled while the server prepares the file. */
export const exportQuery = () =>
  queryOptions({
    ...apiQuery(['data-export'], 'GET /api/account/export/'),
    refetchInterval: ({ state }) => (state.data?.export?.state === 'making' ? pollIntervalMs : false),
  })

export const useStartExport = () => useChange(() => callApi('POST /api/account/export/'), { queryKey: ['data-export'] })

/** A download link is valid for minutes, so each click requests a new one. */
export async function downloadExport(): Promise<void> {
  const { address } = await callApi('POST /api/account/export/link/')
  window.location.assign(address)
}

/** Never cached: the numbers may have changed since. */
export const deletionPreviewQuery = () =>
  queryOptions({ ...apiQuery(['leaving'], 'GET /api/account/deletion/'), staleTime: 0, gcTime: 0 })

/**
 * Deletes the account. The server has then ended every session; the sign-in page shows until when signing in restores
 * the account.
 */
export async function deleteAccount(password: string): Promise<void> {
  const { leaves_at } = await callApi('POST /api/account/deletion/', { body: { password } })
  await eraseAccountData(getStoredUser()?.id ?? '')
  endSession({ willReload: true })
  window.location.replace(`/auth?${new URLSearchParams({ leaves_at })}`)
}
