import type { RateLimit } from '@kutu/contract/endpoint'
import type { CallBudget } from '@kutu/contract/rate-limits'
import type { FastifyInstance } from 'fastify'
import { tooManyRequests } from '../api-error.ts'
import { rateLimitKey } from './rate-limit-key.ts'
import { createTokenBuckets } from './token-buckets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The budget of the route if it is not `other`; `own` for endpoints of the contract, which choose by the caller. */
    budget?: CallBudget | 'own'
  }
}

/**
 * Takes units from the budget of a user, an API key or a network.
 * @throws ApiError too_many_requests if it has not enough left
 */
export type Throttle = (budget: CallBudget, key: string, units: number) => void

type Options = {
  isOn: boolean
  budgets: Record<CallBudget, RateLimit>
  /** Current time in milliseconds. */
  now: () => number
}

/** Creates the budgets of this process. They live in memory, because a query per read would cost more than many reads. */
export function createThrottle({ isOn, budgets, now }: Options): Throttle {
  if (!isOn) return () => undefined
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
export function throttleOtherRoutes(server: FastifyInstance, throttle: Throttle): void {
  server.addHook('onRequest', async ({ ip, routeOptions }) => {
    const { budget = 'other' } = routeOptions.config
    if (budget !== 'own') throttle(budget, rateLimitKey(ip), 1)
  })
}
