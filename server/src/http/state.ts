import type { FastifyInstance } from 'fastify'
import type { App } from '../context.ts'
import { refuse } from './errors.ts'
import { refuseOtherMethods } from './methods.ts'

/** Whether each part answers now. */
export type Checks = () => Promise<Record<string, boolean>>

/** Health answers from the first moment; ready only once every part does. Neither needs the opened app. */
export function serveState(server: FastifyInstance, app: () => App | undefined, checks: Checks): void {
  for (const url of ['/api/health', '/api/health/', '/api/ready', '/api/ready/'])
    refuseOtherMethods(server, url, ['GET', 'HEAD'])
  for (const url of ['/api/health', '/api/health/']) server.get(url, async () => ({ status: 'ok' }))
  for (const url of ['/api/ready', '/api/ready/'])
    server.get(url, async () => {
      if (!app()) throw refuse('not_ready', { retryAfter: 1 })
      const states = await checks()
      if (Object.values(states).includes(false)) throw refuse('not_ready', { retryAfter: 5 })
      return { status: 'ready', checks: states }
    })
}
