import type { Endpoint, RateLimit } from '@kutu/contract/endpoint'
import type { CallBudget } from '@kutu/contract/rate-limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../context.ts'
import { tooManyRequests } from '../api-error.ts'
import type { RequestOrigin } from '../handlers.ts'
import { rateLimitKey } from '../rate-limit/rate-limit-key.ts'
import { createTokenBuckets, takeFromSharedBucket } from '../rate-limit/token-buckets.ts'
import { readOrigin } from '../security/device-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The budget of the route if it is not `other`; `own` for endpoints of the contract, which choose by the caller. */
    budget?: CallBudget | 'own'
  }
}

export type LimitOptions = {
  getApp: () => App
  /** Returns a key of the account that a request is about, if the account knows the device. */
  findKnownAccount: (app: App, body: unknown, origin: RequestOrigin) => Promise<string | undefined>
  rateLimits: boolean
  isSecure: boolean
}

/** Takes the call from the limit that the endpoint has besides the budgets. */
export function limit({ getApp, findKnownAccount, rateLimits, isSecure }: LimitOptions, endpoint: Endpoint) {
  const { path, rateLimit, recognizesDevices } = endpoint
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!rateLimit || !rateLimits) return
    const app = getApp()
    const origin = readOrigin({ isSecure }, request, reply)
    // A known device does not share the limit of its network, which somebody else there may have used up.
    const knownAccount = recognizesDevices ? await findKnownAccount(app, request.body, origin) : undefined
    const key = rateLimit.by === 'user' ? clientKeyOf(request) : (knownAccount ?? origin.network)
    const waitMs = await takeFromSharedBucket(app.db, rateLimit, `${path}:${key}`, app.clock.now().getTime())
    if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / 1000))
  }
}

/** Returns the key of who calls: the user, the API key or the network. */
export const clientKeyOf = ({ caller, apiKey, ip }: FastifyRequest): string =>
  caller?.id ?? (apiKey ? `key:${apiKey.publicId}` : rateLimitKey(ip))

/**
 * Takes units from the budget of a user, an API key or a network.
 * @throws ApiError too_many_requests if it has not enough left
 */
export type TakeFromBudget = (budget: CallBudget, key: string, units: number) => void

type BudgetOptions = {
  rateLimits: boolean
  budgets: Record<CallBudget, RateLimit>
  /** Current time in milliseconds. */
  now: () => number
}

/** Creates the budgets of this process. They live in memory, because a query per read would cost more than many reads. */
export function createBudgets({ rateLimits, budgets, now }: BudgetOptions): TakeFromBudget {
  if (!rateLimits) return () => undefined
  const buckets = {
    reads: createTokenBuckets(budgets.reads),
    writes: createTokenBuckets(budgets.writes),
    keys: createTokenBuckets(budgets.keys),
    anonymous: createTokenBuckets(budgets.anonymous),
    probes: createTokenBuckets(budgets.probes),
    other: createTokenBuckets(budgets.other),
  }
  return (budget, key, units) => {
    const waitMs = buckets[budget](key, units, now())
    if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / 1000))
  }
}

/** Limits the routes outside the contract, and URLs that do not exist, by network. */
export function limitOtherRoutes(server: FastifyInstance, takeFromBudget: TakeFromBudget): void {
  server.addHook('onRequest', async ({ ip, routeOptions }) => {
    const { budget = 'other' } = routeOptions.config
    if (budget !== 'own') takeFromBudget(budget, rateLimitKey(ip), 1)
  })
}
