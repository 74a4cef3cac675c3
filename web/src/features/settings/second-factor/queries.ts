import { callApi } from '../../../api/api-client.ts'
import { apiQuery } from '../../../api/api-query.ts'
import type { ApiRequestBody } from '../../../api/endpoints.ts'
import { useChange } from '../../../api/use-change.ts'

export const secondFactorsQuery = () => apiQuery(['second-factors'], 'GET /api/account/second-factors/')

const outdated = { queryKey: ['second-factors'] }

export const startTotp = (password: string) => callApi('POST /api/account/second-factors/totp/', { body: { password } })
export const startPasskey = (password: string) =>
  callApi('POST /api/account/second-factors/passkeys/', { body: { password } })

export const useConfirmTotp = () =>
  useChange(
    (body: ApiRequestBody<'POST /api/account/second-factors/totp/confirm/'>) =>
      callApi('POST /api/account/second-factors/totp/confirm/', { body }),
    outdated,
  )

export const useConfirmPasskey = () =>
  useChange(
    (body: ApiRequestBody<'POST /api/account/second-factors/passkeys/confirm/'>) =>
      callApi('POST /api/account/second-factors/passkeys/confirm/', { body }),
    outdated,
  )

export const useRemoveFactor = () =>
  useChange(
    ({ id, password }: { id: string; password: string }) =>
      callApi('POST /api/account/second-factors/{id}/remove/', { params: { id }, body: { password } }),
    outdated,
  )

export const useRenewCodes = () =>
  useChange((password: string) => callApi('POST /api/account/recovery-codes/', { body: { password } }), outdated)
