import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import type { ApiRequestBody } from '../../../api/endpoints.ts'

export const secondFactorsQuery = () =>
  queryOptions({
    queryKey: ['second-factors'],
    queryFn: ({ signal }) => callApi('GET /api/account/second-factors/', { signal }),
  })

type Change<Input, Output> = (input: Input) => Promise<Output>

/** A change of the second factors. The list is fetched again also on failure, because another device may have changed it. */
function useChange<Input, Output>(mutationFn: Change<Input, Output>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['second-factors'] }) })
}

export const startTotp = (password: string) => callApi('POST /api/account/second-factors/totp/', { body: { password } })
export const startPasskey = (password: string) =>
  callApi('POST /api/account/second-factors/passkeys/', { body: { password } })

export const useConfirmTotp = () =>
  useChange((body: ApiRequestBody<'POST /api/account/second-factors/totp/confirm/'>) =>
    callApi('POST /api/account/second-factors/totp/confirm/', { body }),
  )

export const useConfirmPasskey = () =>
  useChange((body: ApiRequestBody<'POST /api/account/second-factors/passkeys/confirm/'>) =>
    callApi('POST /api/account/second-factors/passkeys/confirm/', { body }),
  )

export const useRemoveFactor = () =>
  useChange(({ id, password }: { id: string; password: string }) =>
    callApi('POST /api/account/second-factors/{id}/remove/', { params: { id }, body: { password } }),
  )

export const useRenewCodes = () =>
  useChange((password: string) => callApi('POST /api/account/recovery-codes/', { body: { password } }))
