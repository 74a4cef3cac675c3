import type { FastifyInstance } from 'fastify'
import { apiError } from '../api-error.ts'
import { rejectOtherMethods } from '../errors/method-not-allowed.ts'
import type { HealthChecks, PartState } from './health-checks.ts'

/**
 * Registers health, which answers from the start, and readiness, which needs every part to work and names the ones that
 * do not.
 * @param checks throws `not_ready` until everything is open
 */
export function registerHealthRoutes(server: FastifyInstance, checks: HealthChecks): void {
  for (const url of ['/api/health', '/api/health/', '/api/ready', '/api/ready/'])
    rejectOtherMethods(server, url, ['GET', 'HEAD'])
  for (const url of ['/api/health', '/api/health/']) server.get(url, probe, async () => ({ status: 'ok' }))
  for (const url of ['/api/ready', '/api/ready/'])
    server.get(url, probe, async () => {
      const states = Object.entries(await checks())
      const failures = states.flatMap(([part, state]) => (state === 'available' ? [] : [describeFailure(part, state)]))
      if (failures.length > 0) throw apiError('not_ready', { retryAfter: 5, fields: failures })
      return { status: 'ready', checks: Object.fromEntries(states.map(([part]) => [part, true])) }
    })
}

/** Route options of both: probes have a budget of their own. */
const probe = { config: { budget: 'probes' } } as const

const describeFailure = (part: string, state: Exclude<PartState, 'available'>) =>
  ({ field: part, key: `part.${state}`, values: { part } }) as const
