import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  httpRequestDuration,
  httpRequests,
  idempotencyConflicts,
  rateLimitRefusals,
} from '../../observability/metrics.ts'
import type { ApiError } from '../api-error.ts'

/** Methods that a label may hold. A client can invent others for a URL that does not exist. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Returns the pattern of the route without trailing slash, such as `/api/admin/users/:id`; never the URL. */
export function routePattern({ routeOptions }: FastifyRequest): string {
  const url = routeOptions?.url
  if (url === undefined) return 'unknown'
  return url.length > 1 ? url.replace(/\/$/, '') : url
}

/** Counts the requests and measures their duration. */
export function registerHttpMetrics(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    const method = methods.includes(request.method) ? request.method : 'other'
    const labels = { method, route: routePattern(request) }
    httpRequests.inc({ ...labels, status: String(reply.statusCode) })
    // An event stream is open for minutes, which says nothing about latency.
    const isEventStream = String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream')
    if (!isEventStream) httpRequestDuration.observe(labels, reply.elapsedTime / 1000)
  })
}

/** Counts refusals by a limit, and conflicts of requests with an Idempotency-Key. */
export function countApiError({ code }: ApiError, status: number, request: FastifyRequest): void {
  if (code === 'too_many_requests') rateLimitRefusals.inc({ route: routePattern(request) })
  if (status === 409 && request.headers['idempotency-key'])
    idempotencyConflicts.inc({ route: routePattern(request), code })
}
