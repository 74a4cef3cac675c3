import type { RateLimit } from '@kutu/contract/endpoint'
import type { CallBudget } from '@kutu/contract/rate-limits'
import type { FastifyInstance } from 'fastify'
import { tooManyRequests } from '../api-error.ts'
import { rateLimitKey } from './rate-limit-key.ts'

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

/** A key is dropped when so many others were used after it; then its bucket is full again. About 100 bytes each. */
const maxKeys = 100_000

/**
 * Creates one token bucket per key, as the generic cell rate algorithm (ITU-T I.371, virtual scheduling): instead of a
 * level and a timer, a key has the theoretical arrival time `tat` at which its bucket is full again. `T` is the time in
 * which one unit refills, `tau` that of the whole bucket, in milliseconds.
 * @returns a function that takes units and returns 0, or takes none and returns the milliseconds until it could
 */
export function createTokenBuckets({ max, seconds }: RateLimit) {
  const tau = seconds * 1000
  const T = tau / max
  const tats = new Map<string, number>()
  return (key: string, units: number, now: number): number => {
    // A clock that was set back must not lock anybody out for longer than an empty bucket does.
    const tat = Math.min(Math.max(tats.get(key) ?? now, now), now + tau)
    // More units than the bucket holds need a full one.
    const next = tat + Math.min(units, max) * T
    const waitMs = next - tau - now
    // Rounding errors of T must not refuse the last unit.
    if (waitMs > 1e-6 * tau) return waitMs
    // Deleted first, so that the keys are in the order of their last use.
    tats.delete(key)
    tats.set(key, next)
    const [oldest] = tats.size > maxKeys ? tats.keys() : []
    if (oldest !== undefined) tats.delete(oldest)
    return 0
  }
}
