import type { FastifyInstance, HTTPMethods } from 'fastify'
import { refuse } from './errors.ts'

const known: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Makes an address that exists say 405 and what it does answer, where it would otherwise be told as unknown. */
export function refuseOtherMethods(server: FastifyInstance, url: string, answered: Iterable<HTTPMethods>): void {
  const allowed = new Set<HTTPMethods>(answered)
  const others = known.filter(method => !allowed.has(method))
  server.route({
    method: others,
    url,
    // Before the body is read: whatever it is, the method comes first.
    onRequest: async (_request, reply) => {
      reply.header('allow', [...allowed].join(', '))
      throw refuse('method_not_allowed')
    },
    handler: () => undefined,
  })
}
