import { apiKeyPrefix } from '@kutu/contract/api-key-scopes'
import type { Endpoint } from '@kutu/contract/endpoint'
import { budgetOf, callCost } from '@kutu/contract/rate-limits'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../../context.ts'
import { extendLogContext } from '../../observability/log-context.ts'
import { apiError } from '../api-error.ts'
import {
  type ApiKeyCaller,
  assertPasswordConfirmed,
  authorizeCaller,
  authorizeKey,
  type Caller,
} from '../authorization.ts'
import { rateLimitKey } from '../rate-limit/rate-limit-key.ts'
import type { TakeFromBudget } from './limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user. */
    caller: Caller | undefined
    /** The API key of a program. A request has a caller, an API key, or neither. */
    apiKey: ApiKeyCaller | undefined
  }
}

export type AuthenticateOptions = {
  /** @throws ApiError not_ready until everything is open */
  getApp: () => App
  /**
   * Returns the caller of a bearer token. `onIdentified` is called with the user of a correctly signed token before the
   * database is read.
   * @throws ApiError for an invalid token
   */
  findCaller: (app: App, token: string, onIdentified: (userId: string) => void) => Promise<Caller>
  apiKeys: ApiKeys
  takeFromBudget: TakeFromBudget
}

/** The part of API keys that the hooks need. */
export type ApiKeys = {
  /** Returns the public id of a key that this process has found valid before, without a query. */
  recognize: (key: string) => string | undefined
  /** @throws ApiError api_key_unknown, api_key_revoked, api_key_expired */
  authenticate: (app: App, key: string) => Promise<ApiKeyCaller>
  /** Stores that a key is in use. No call waits for it or fails by it. */
  noteUse: (app: App, key: ApiKeyCaller) => void
}

/**
 * Finds out who calls, and takes the call from a budget: the one of the user if the token is correctly signed, and the one
 * of the network otherwise, so that neither a forged token nor a refused call costs a query. API keys have a budget each.
 */
export function authenticate({ getApp, findCaller, apiKeys, takeFromBudget }: AuthenticateOptions, endpoint: Endpoint) {
  return async (request: FastifyRequest): Promise<void> => {
    const app = getApp()
    const cost = callCost(endpoint, request.query)
    const chargeNetwork = () => takeFromBudget('anonymous', rateLimitKey(request.ip), cost)
    const token = endpoint.access === 'anyone' ? undefined : readBearerToken(request)
    if (token === undefined) return chargeNetwork()
    if (token.startsWith(apiKeyPrefix)) {
      request.apiKey = await findApiKey(token)
      return
    }
    let isIdentified = false
    const onIdentified = (userId: string) => {
      isIdentified = true
      extendLogContext({ user: userId })
      takeFromBudget(budgetOf(endpoint), userId, cost)
    }
    try {
      request.caller = await findCaller(app, token, onIdentified)
    } catch (error) {
      if (!isIdentified) chargeNetwork()
      throw error
    }

    /**
     * Only the database knows if a key is valid. The network pays for the first call of a key to a process, and the key
     * itself for all others, so that a busy network does not lock out its keys.
     */
    async function findApiKey(key: string): Promise<ApiKeyCaller> {
      const publicId = apiKeys.recognize(key)
      if (publicId === undefined) chargeNetwork()
      else {
        extendLogContext({ api_key: publicId })
        takeFromBudget('keys', publicId, cost)
      }
      if (endpoint.apiKeyScopes === undefined) throw apiError('api_key_not_accepted')
      const apiKey = await apiKeys.authenticate(app, key)
      extendLogContext({ api_key: apiKey.publicId })
      return apiKey
    }
  }
}

/** Checks that the caller or the API key may call the endpoint, and notes the use of the key. */
export function authorize({ getApp, apiKeys }: AuthenticateOptions, endpoint: Endpoint) {
  return async ({ caller, apiKey, query }: FastifyRequest): Promise<void> => {
    const app = getApp()
    if (apiKey) {
      authorizeKey(endpoint, apiKey, query)
      apiKeys.noteUse(app, apiKey)
      return
    }
    authorizeCaller(endpoint, caller)
    if (endpoint.requiresRecentPassword && caller) assertPasswordConfirmed(caller, app.clock.now())
  }
}

function readBearerToken({ headers }: FastifyRequest): string | undefined {
  const [scheme, token] = (headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined
}
