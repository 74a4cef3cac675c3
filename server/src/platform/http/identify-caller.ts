import { apiKeyPrefix } from '@kutu/contract/api-key-scopes'
import type { Endpoint } from '@kutu/contract/endpoint'
import { budgetOf, callCost } from '@kutu/contract/rate-limits'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../context.ts'
import { extendLogContext } from '../observability/log-context.ts'
import { apiError } from './api-error.ts'
import type { ApiKeyCaller, Caller } from './authorization.ts'
import { rateLimitKey } from './rate-limit/rate-limit-key.ts'
import type { Throttle } from './rate-limit/throttle.ts'

export type CallerOptions = {
  /**
   * Returns the caller of a bearer token. `onIdentified` is called with the user of a correctly signed token before the
   * database is read.
   * @throws ApiError for an invalid token
   */
  authenticate: (app: App, token: string, onIdentified: (userId: string) => void) => Promise<Caller>
  apiKeys: ApiKeys
  throttle: Throttle
}

/** The part of API keys that the adapter needs. */
export type ApiKeys = {
  /** Returns the public id of a key that this process has found valid before, without a query. */
  recognize: (key: string) => string | undefined
  /** @throws ApiError api_key_unknown, api_key_revoked, api_key_expired */
  authenticate: (app: App, key: string) => Promise<ApiKeyCaller>
  /** Counts a call. It is stored later, so that no call waits for it or fails by it. */
  countUse: (app: App, key: ApiKeyCaller) => void
}

/** A signed-in user, an API key, or neither. */
export type Identity = { caller?: Caller; apiKey?: ApiKeyCaller }

/**
 * Returns the caller and takes the call from a budget: the one of the user if the token is correctly signed, and the one
 * of the network otherwise, so that neither a forged token nor a refused call costs a query. API keys have a budget each.
 */
export async function identifyCaller(
  options: CallerOptions,
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Identity> {
  const cost = callCost(endpoint, request.query)
  const chargeNetwork = () => options.throttle('anonymous', rateLimitKey(request.ip), cost)
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (endpoint.access === 'anyone' || scheme?.toLowerCase() !== 'bearer' || !token) {
    chargeNetwork()
    return {}
  }
  if (token.startsWith(apiKeyPrefix))
    return { apiKey: await identifyKey(options, app, { endpoint, token, cost, chargeNetwork }) }
  let isIdentified = false
  const onIdentified = (userId: string) => {
    isIdentified = true
    extendLogContext({ user: userId })
    options.throttle(budgetOf(endpoint), userId, cost)
  }
  try {
    return { caller: await options.authenticate(app, token, onIdentified) }
  } catch (error) {
    if (!isIdentified) chargeNetwork()
    throw error
  }
}

type KeyRequest = { endpoint: Endpoint; token: string; cost: number; chargeNetwork: () => void }

/**
 * Only the database knows if a key is valid. The network pays for the first call of a key to a process, and the key itself
 * for all others, so that a busy network does not lock out its keys.
 */
async function identifyKey(
  { apiKeys, throttle }: CallerOptions,
  app: App,
  { endpoint, token, cost, chargeNetwork }: KeyRequest,
): Promise<ApiKeyCaller> {
  const publicId = apiKeys.recognize(token)
  if (publicId === undefined) chargeNetwork()
  else {
    extendLogContext({ api_key: publicId })
    throttle('keys', publicId, cost)
  }
  if (endpoint.apiKeyScopes === undefined) throw apiError('api_key_not_accepted')
  const apiKey = await apiKeys.authenticate(app, token)
  extendLogContext({ api_key: apiKey.publicId })
  return apiKey
}
