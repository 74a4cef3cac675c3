import { apiKeys } from '@kutu/contract/api-keys'
import { implementContract } from '../../platform/http/handlers.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './keys/api-keys.ts'

export const apiKeysFeature = implementContract(apiKeys)({
  listApiKeys: (app, { query, url }) => listApiKeys(app, query, url),
  createApiKey: (app, { caller, body }) => createApiKey(app, caller, body),
  revokeApiKey: (app, { db, caller, params }) => revokeApiKey(db, app, caller, params.id),
})
