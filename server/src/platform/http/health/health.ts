import type { FastifyInstance } from 'fastify'
import type { App } from '../../../context.ts'
import { apiError } from '../api-error.ts'
import { rejectOtherMethods } from '../method-not-allowed.ts'

/** Returns for each part whether it works now. */
export type HealthChecks = () => Promise<Record<string, boolean>>

/**
 * Registers health, which answers from the start, and readiness, which needs every part to work. Neither needs the
 * opened app.
 */
export function registerHealthRoutes(
  server: FastifyInstance,
  getApp: () => App | undefined,
  checks: HealthChecks,
): void {
  for (const url of ['/api/health', '/api/health/', '/api/ready', '/api/ready/'])
    rejectOtherMethods(server, url, ['GET', 'HEAD'])
  for (const url of ['/api/health', '/api/health/']) server.get(url, async () => ({ status: 'ok' }))
  for (const url of ['/api/ready', '/api/ready/'])
    server.get(url, async () => {
      if (!getApp()) throw apiError('not_ready', { retryAfter: 1 })
      const results = await checks()
      if (Object.values(results).includes(false)) throw apiError('not_ready', { retryAfter: 5 })
      return { status: 'ready', checks: results }
    })
}
