import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../../context.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { ApiKeyCaller } from '../../../platform/http/authorization.ts'
import type { ApiKeys } from '../../../platform/http/hooks/authenticate.ts'
import { hashKey, parsePublicId } from '../keys/key-format.ts'

/** Keys whose budget this process knows. There are far fewer keys; only valid ones are added. */
const maxRecognized = 10_000

/** A use is stored at most once in so long, so that a busy key does not write at every call. */
const noteEveryMs = 60_000

/** Creates what the HTTP adapter needs of API keys. */
export function createApiKeys(): ApiKeys {
  const publicIdByHash = new Map<string, string>()
  const notedAt = new Map<string, number>()
  return {
    recognize: key => publicIdByHash.get(hashKey(key).toString('hex')),
    authenticate: async (app, key) => {
      const apiKey = await findApiKey(app, key)
      const [oldest] = publicIdByHash.size >= maxRecognized ? publicIdByHash.keys() : []
      if (oldest !== undefined) publicIdByHash.delete(oldest)
      publicIdByHash.set(hashKey(key).toString('hex'), apiKey.publicId)
      return apiKey
    },
    noteUse: (app, { id }) => {
      const now = app.clock.now()
      if (now.getTime() - (notedAt.get(id) ?? 0) < noteEveryMs) return
      notedAt.set(id, now.getTime())
      const update = app.db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id)
      update.execute().catch(error => app.log.warn({ err: error }, 'the use of an API key is not stored'))
    },
  }
}

/**
 * Returns a valid key. Reads the database on every call, so that revoking takes effect immediately. Only who holds the key
 * learns that it has expired or was revoked.
 */
async function findApiKey(app: App, key: string): Promise<ApiKeyCaller> {
  const publicId = parsePublicId(key)
  if (publicId === undefined) throw apiError('api_key_unknown')
  const row = await app.db
    .selectFrom('api_keys')
    .select(['id', 'key_hash', 'scopes', 'countries', 'expires_at', 'revoked_at'])
    .where('public_id', '=', publicId)
    .executeTakeFirst()
  if (!row || !timingSafeEqual(row.key_hash, hashKey(key))) throw apiError('api_key_unknown')
  if (row.revoked_at !== null) throw apiError('api_key_revoked')
  if (row.expires_at <= app.clock.now()) throw apiError('api_key_expired')
  const { id, scopes, countries } = row
  return { id, publicId, scopes, countries }
}
