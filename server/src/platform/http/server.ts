import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import { imageLimits } from '@kutu/contract/upload-limits'
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify'
import helmet from 'helmet'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { type LogContext, toRequestId } from '../observability/log-context.ts'
import { countRequest } from '../observability/metrics.ts'
import { createPseudonym } from '../observability/pseudonyms.ts'
import type { Refusal } from '../observability/security-events.ts'
import { apiError } from './api-error.ts'
import { handleClientError, sendError, toApiError } from './errors/error-handler.ts'
import { rateLimitKey } from './rate-limit/rate-limit-key.ts'
import { refuseClearText } from './security/clear-text.ts'
import { drainConnections } from './shutdown/drain-connections.ts'
import { isApiPath } from './web-app/web-app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be form-encoded. */
    acceptsForm?: boolean | undefined
  }
  interface FastifyRequest {
    /** Who calls from where. The lines of the request hold it, and so does its line when it is completed. */
    logContext: LogContext
    /** Why the request was not answered, for its line. */
    refusal: Refusal | undefined
  }
}

type Options = {
  /** Returns the names of browser and system in a User-Agent header. */
  describeAgent: (userAgent: string) => string
  clock: Clock
}

/**
 * Creates the web server with security headers, one error format and request ids in the log. Features are registered
 * later.
 */
export async function createServer(
  config: Config,
  log: Logger,
  { describeAgent, clock }: Options,
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log
  const headers = securityHeaders(config)
  const server = Fastify({
    loggerInstance,
    trustProxy: config.trustedProxies > 0 && ((_address: string, hop: number) => hop < config.trustedProxies),
    bodyLimit: 256 * 1024,
    // A 5 MB photo over a weak mobile connection takes minutes; a slower request is considered stuck and frees its
    // memory.
    requestTimeout: 600_000,
    routerOptions: { maxParamLength: 300 },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    requestIdHeader: false,
    genReqId: request => toRequestId(request.headers['x-request-id']),
    forceCloseConnections: 'idle',
    // Requests that arrive while the server stops are answered; see drainConnections.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for a URL that cannot be decoded.
      reply.headers(headers)
      void sendError(toApiError(error, request), request, reply)
    },
    clientErrorHandler: (error, socket) => handleClientError(error, socket, headers),
    // Node would answer a request without a Host header itself, with an empty reply.
    http: { requireHostHeader: false },
  })
  // A connection that was reset has no address any more, which logs and limits need, and nobody reads its reply.
  server.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.remoteAddress !== undefined) return done()
    reply.hijack()
    request.raw.destroy()
  })
  // Before the hooks below, so that a request that one of them rejects has the headers as well.
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  server.setErrorHandler((error: FastifyError, request, reply) => sendError(toApiError(error, request), request, reply))
  server.removeContentTypeParser('text/plain')
  // Some clients send a content type without a body.
  server.addContentTypeParser('*', (request, _payload, done) => {
    const isEmpty = request.headers['content-length'] === '0'
    done(isEmpty ? null : apiError('unsupported_type', { values: { what: 'request' } }), undefined)
  })
  // An empty JSON body becomes an empty object, so that validation names the missing fields.
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)))
    } catch {
      done(apiError('malformed_request'), undefined)
    }
  })
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    const { acceptsForm } = request.routeOptions.config
    if (body !== '' && !acceptsForm)
      return done(apiError('unsupported_type', { values: { what: 'request' } }), undefined)
    done(null, body === '' ? undefined : Object.fromEntries(new URLSearchParams(String(body))))
  })
  server.decorateRequest('logContext')
  for (const property of ['refusal', 'caller', 'apiKey', 'parsed', 'idempotent']) server.decorateRequest(property)
  server.addHook('onRequest', async request => {
    request.logContext = {
      request_id: request.id,
      network: createPseudonym(config.tokenSecret, 'network', rateLimitKey(request.ip), clock.now()),
      agent: describeAgent(request.headers['user-agent'] ?? ''),
    }
  })
  server.addHook('onRequest', async ({ headers, raw }) => {
    const { expect, 'content-encoding': encoding, host } = headers
    if (host === undefined && raw.httpVersion === '1.1') throw apiError('malformed_request')
    if (expect !== undefined && expect.toLowerCase() !== '100-continue') throw apiError('expectation_failed')
    // Nothing reads the body of a GET.
    const hasBody = raw.method !== 'GET' && raw.method !== 'HEAD'
    if (hasBody && encoding !== undefined && encoding !== 'identity')
      throw apiError('unsupported_type', { values: { what: 'request' } })
  })
  // Without a listener Node rejects other expectations than 100-continue itself, with an empty reply.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, logContext } = request
    const { request_id, ...caller } = logContext ?? {}
    const { statusCode: status, elapsedTime } = reply
    const route = routeOptions.url ?? 'unknown'
    const line = { ...caller, ...request.refusal, method, route, status, ms: Math.round(elapsedTime) }
    request.log.info(line, 'request completed')
    const isEventStream = String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream')
    countRequest(method, route, status, isEventStream ? undefined : elapsedTime)
  })
  refuseClearText(server, config, log)
  server.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (isApiPath(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    dropUnreadBody(request.raw)
  })
  drainConnections(server)
  await server.register(cors, {
    origin: config.corsOrigins,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    strictPreflight: false,
    exposedHeaders: ['Link', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
  // Compresses replies only. Decompressing requests would read an upload twice, and nobody sends compressed ones.
  await server.register(compress, { threshold: 1024, globalDecompression: false })
  await server.register(cookie)
  await server.register(multipart, { limits: { fileSize: imageLimits.bytes } })
  return server
}

/** How much of a request is still read after its reply, in bytes: the largest upload. */
const maxBytes = 40 * 1024 * 1024
/** How long, in milliseconds. */
const maxMs = 30_000

/**
 * Reads and drops the rest of a request that is answered before its end, within limits. If the connection were closed with
 * unread bytes, the kernel would reset it, and a client that still sends, such as a proxy, could lose the reply.
 */
function dropUnreadBody(request: IncomingMessage): void {
  const { socket } = request
  if (request.complete || socket.destroyed) return
  let left = maxBytes
  const stop = () => socket.destroy()
  const timer = setTimeout(stop, maxMs).unref()
  // Node calls this after a reply with `Connection: close`.
  const { destroySoon } = socket
  socket.destroySoon = () => socket.end()
  const finish = () => {
    clearTimeout(timer)
    socket.destroySoon = destroySoon
    if (socket.writableEnded) socket.destroySoon()
  }
  request.once('end', finish).once('close', finish)
  // A parser may have stopped at a file that nobody reads.
  request.unpipe()
  request.on('data', ({ length }: Buffer) => {
    left -= length
    if (left < 0) stop()
  })
  request.resume()
}

/** Returns the headers that protect a browser. They are the same for every reply. */
function securityHeaders(config: Config): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(helmetOptions(config))(request, response, () => undefined)
  // Only our own pages may ask for the camera; helmet has no setting for it.
  response.setHeader('permissions-policy', 'camera=(self), geolocation=(), microphone=()')
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}

function helmetOptions(config: Config) {
  const isSecure = config.publicUrl.startsWith('https:')
  const [publicOrigin, appOrigin] = [new URL(config.publicUrl).origin, new URL(config.appUrl).origin]
  // The web app at APP_URL shows photos, whose links start with PUBLIC_URL.
  const photoOrigins = publicOrigin === appOrigin ? [] : [publicOrigin]
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:', ...photoOrigins],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Together with helmet's default opener policy this makes the page cross-origin isolated.
    crossOriginEmbedderPolicy: { policy: 'require-corp' as const },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
  }
}
