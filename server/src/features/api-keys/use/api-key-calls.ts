import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../../context.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { ApiKeyCaller } from '../../../platform/http/authorization.ts'
import type { ApiKeys } from '../../../platform/http/hooks/authenticate.ts'
import { hashKey, parsePublicId } from '../keys/key-format.ts'
import { type PendingCalls, storeCalls } from './store-calls.ts'

/** Keys whose budget this process knows. There are far fewer keys; only valid ones are added. */
const maxRecognized = 10_000

/**
 * Creates what the HTTP adapter needs of API keys. Calls are counted in memory and stored every `flushMs` milliseconds, so
 * that no call writes: a process that is killed loses the counts since then, one that stops does not.
 */
export function createApiKeys({ flushMs }: { flushMs: number }): ApiKeys & { close: () => Promise<void> } {
  const publicIdByHash = new Map<string, string>()
  const counter = createCallCounter(flushMs)
  return {
    recognize: key => publicIdByHash.get(hashKey(key).toString('hex')),
    authenticate: async (app, key) => {
      const apiKey = await findApiKey(app, key)
      const [oldest] = publicIdByHash.size >= maxRecognized ? publicIdByHash.keys() : []
      if (oldest !== undefined) publicIdByHash.delete(oldest)
      publicIdByHash.set(hashKey(key).toString('hex'), apiKey.publicId)
      return apiKey
    },
    countUse: counter.count,
    close: counter.close,
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

function createCallCounter(flushMs: number) {
  let pending = new Map<string, PendingCalls>()
  let timer: NodeJS.Timeout | undefined
  let latestApp: App | undefined
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const stored = pending
    pending = new Map()
    if (stored.size === 0 || latestApp === undefined) return
    try {
      await storeCalls(latestApp, stored)
    } catch (error) {
      latestApp.log.warn({ err: error }, 'the calls of API keys are stored later')
      for (const [id, calls] of stored) add(id, calls)
      // A process that is stopping does not try again.
      timer ??= setTimeout(flush, flushMs).unref()
    }
  }
  const add = (id: string, { calls, lastAt }: PendingCalls) => {
    const before = pending.get(id)
    const latest = before && before.lastAt > lastAt ? before.lastAt : lastAt
    pending.set(id, { calls: calls + (before?.calls ?? 0), lastAt: latest })
  }
  const count = (app: App, { id }: ApiKeyCaller) => {
    latestApp = app
    add(id, { calls: 1, lastAt: app.clock.now() })
    timer ??= setTimeout(flush, flushMs).unref()
  }
  return { count, close: flush }
}
