import type { FastifyInstance, HTTPMethods } from 'fastify'
import { apiError } from './api-error.ts'

const allMethods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Makes an address that exists say 405 and what it does answer, where it would otherwise be told as unknown. */
export function rejectOtherMethods(server: FastifyInstance, url: string, supported: Iterable<HTTPMethods>): void {
  const allowed = new Set<HTTPMethods>(supported)
  const others = allMethods.filter(method => !allowed.has(method))
  server.route({
    method: others,
    url,
    // Before the body is read: whatever it is, the method comes first.
    onRequest: async (_request, reply) => {
      reply.header('allow', [...allowed].join(', '))
      throw apiError('method_not_allowed')
    },
    handler: () => undefined,
  })
}
