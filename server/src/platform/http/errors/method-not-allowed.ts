import type { FastifyInstance, HTTPMethods } from 'fastify'
import { apiError } from '../api-error.ts'

const allMethods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Registers a 405 reply with the Allow header for the methods that an existing URL does not support. Without it they
 * would get 404.
 */
export function rejectOtherMethods(server: FastifyInstance, url: string, supported: Iterable<HTTPMethods>): void {
  const allowed = new Set<HTTPMethods>(supported)
  const others = allMethods.filter(method => !allowed.has(method))
  server.route({
    method: others,
    url,
    // Checked before the body is read, so that the method error takes precedence.
    onRequest: async (_request, reply) => {
      reply.header('allow', [...allowed].join(', '))
      throw apiError('method_not_allowed')
    },
    handler: () => undefined,
  })
}
