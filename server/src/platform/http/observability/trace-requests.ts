import { FastifyOtelInstrumentation } from '@fastify/otel'
import { context } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { routePattern } from './http-metrics.ts'

/** Polled by load balancers, and of no interest in a trace. */
const ignoredPaths = /^\/api\/(health|ready)\b/

/**
 * Makes a span of every request. It has the route pattern instead of the URL, and the request id.
 * @param trustsProxy false if clients connect directly: their trace context is dropped, because with it anyone could
 *   turn on the sampling of a request and join the traces of others
 */
export async function traceRequests(server: FastifyInstance, trustsProxy: boolean): Promise<void> {
  server.addHook('onRequest', async ({ raw: { headers } }) => {
    if (trustsProxy) return
    for (const name of ['traceparent', 'tracestate', 'baggage']) delete headers[name]
  })
  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    recordExceptions: false,
    ignorePaths: ({ url }) => ignoredPaths.test(url),
    requestHook: (span, request) => {
      const route = routePattern(request)
      span.updateName(route === 'unknown' ? request.method : `${request.method} ${route}`)
      span.setAttributes({ 'http.route': route, 'kutu.request_id': request.id })
    },
  })
  await server.register(instrumentation.plugin())
  // Fastify reads the body in events of the socket, which do not run in the context of the request.
  server.addHook('preValidation', (request, _reply, done) => {
    const { context: requestContext } = request.opentelemetry()
    if (requestContext) context.with(requestContext, done)
    else done()
  })
}
