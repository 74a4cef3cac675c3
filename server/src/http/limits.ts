import type { Endpoint } from '@kutu/contract/endpoint'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { tooMany } from './errors.ts'

/** Counts one more call of `by` and refuses it when there were too many. */
export type CountCall = (by: string) => Promise<void>

/** The counter of one call's limit, kept in the database so that all processes count together. */
export function limiterFor(pool: Pool, name: string, limit: NonNullable<Endpoint['limit']>): CountCall {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: limit.max,
    duration: limit.seconds,
  })
  return async by => {
    try {
      await limiter.consume(by)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
      throw tooMany(seconds)
    }
  }
}
