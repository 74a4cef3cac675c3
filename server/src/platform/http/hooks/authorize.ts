import type { Endpoint } from '@kutu/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { assertPasswordConfirmed, authorizeCaller, authorizeKey } from '../authorization.ts'
import type { AuthenticateOptions } from './authenticate.ts'

/** Checks that the caller or the API key may call the endpoint, and counts the use of the key. */
export function authorize({ getApp, apiKeys }: Pick<AuthenticateOptions, 'getApp' | 'apiKeys'>, endpoint: Endpoint) {
  return async ({ caller, apiKey, query }: FastifyRequest): Promise<void> => {
    const app = getApp()
    if (apiKey) {
      authorizeKey(endpoint, apiKey, query)
      apiKeys.countUse(app, apiKey)
      return
    }
    authorizeCaller(endpoint, caller)
    if (endpoint.requiresRecentPassword && caller) assertPasswordConfirmed(caller, app.clock.now())
  }
}
