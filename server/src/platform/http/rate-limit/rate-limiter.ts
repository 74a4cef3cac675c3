import type { Endpoint } from '@kutu/contract/endpoint'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from '../api-error.ts'

/**
 * Counts one more request of `key`.
 * @throws ApiError too_many_requests above the limit
 */
export type RateLimiter = (key: string) => Promise<void>

/** Creates the rate limiter of an endpoint. It counts in the database, so that all processes share the limit. */
export function createRateLimiter(pool: Pool, name: string, limit: NonNullable<Endpoint['rateLimit']>): RateLimiter {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: limit.max,
    duration: limit.seconds,
  })
  return async key => {
    try {
      await limiter.consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
      throw tooManyRequests(seconds)
    }
  }
}
