import { apiKeys } from '@kutu/contract/api-keys'
import type { TestServer } from '../server/test-server.ts'
import type { TestUser } from '../server/test-users.ts'

export const keyInput = {
  name: 'Ministry of Agriculture: dashboard',
  contact: 'data@example.org',
  scopes: ['counts'],
  countries: null as string[] | null,
  days: 90,
}

/** Creates an API key as an administrator whose password was typed in recently. */
export async function createTestKey(server: TestServer, { token }: TestUser, changes: Partial<typeof keyInput> = {}) {
  const body = { ...keyInput, ...changes }
  return apiKeys.createApiKey.reply.parse((await server.request('POST /api/admin/api-keys/', { token, body })).body)
}
