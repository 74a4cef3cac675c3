import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/api-client.ts'
import { apiPageQuery } from '../../api/api-query.ts'
import type { ApiQuery, ApiRequestBody } from '../../api/endpoints.ts'
import { useChange } from '../../api/use-change.ts'

export const pageSize = 10
export type KeyState = NonNullable<ApiQuery<'GET /api/admin/api-keys/'>['state']>

export const apiKeysQuery = (state: KeyState, page: number) =>
  apiPageQuery(['api-keys', state, page], 'GET /api/admin/api-keys/', { query: { state, page, page_size: pageSize } })

export type KeyInput = ApiRequestBody<'POST /api/admin/api-keys/'>

/** Returns a function that creates a key. It is no mutation, because the cache would remember the key. */
export function useCreateApiKey() {
  const client = useQueryClient()
  return async (body: KeyInput) => {
    const created = await callApi('POST /api/admin/api-keys/', { body })
    await client.invalidateQueries({ queryKey: ['api-keys'] })
    return created
  }
}

export const useRevokeApiKey = () =>
  useChange((id: string) => callApi('POST /api/admin/api-keys/{id}/revoke/', { params: { id } }), {
    queryKey: ['api-keys'],
  })
