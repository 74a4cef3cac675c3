import type { Endpoint } from '@kutu/contract/endpoint'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from '../api-error.ts'

/** Counts one more call of `by` and refuses it when there were too many. */
export type RateLimiter = (key: string) => Promise<void>

/** The counter of one call's limit, kept in the database so that all processes count together. */
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
