import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join, sep } from 'node:path'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import { imageLimits } from '@kutu/contract/upload-limits'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { ConnectionUnavailableError } from '../db/pool.ts'
import { negotiateLanguage } from '../i18n/translate.ts'
import { ApiError, apiError, toErrorReply } from './api-error.ts'

/**
 * Creates the web server with security headers, one error format and request ids in the log. Features are registered
 * later.
 */
export async function createServer(config: Config, log: Logger): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log
  const server = Fastify({
    loggerInstance,
    trustProxy: config.trustedProxies > 0 && ((_address: string, hop: number) => hop < config.trustedProxies),
    bodyLimit: 256 * 1024,
    // A 5 MB photo over a weak mobile connection takes minutes; a slower request is considered stuck and frees its
    // memory.
    requestTimeout: 600_000,
    routerOptions: { maxParamLength: 300 },
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void sendError(toApiError(error, request), request, reply),
    clientErrorHandler: handleClientError,
  })
  server.setErrorHandler((error: FastifyError, request, reply) => sendError(toApiError(error, request), request, reply))
  server.removeContentTypeParser('text/plain')
  // Some clients send a content type without a body.
  server.addContentTypeParser('*', (request, _payload, done) => {
    const isEmpty = request.headers['content-length'] === '0'
    done(isEmpty ? null : apiError('unsupported_type'), undefined)
  })
  // An empty JSON body becomes an empty object, so that validation names the missing fields.
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)))
    } catch {
      done(apiError('malformed_request'), undefined)
    }
  })
  server.addHook('onRequest', async request => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') throw apiError('unsupported_type')
  })
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const line = {
      method,
      route: routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    request.log.info(line, 'answered')
  })
  server.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (isApiPath(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  closeIdleConnections(server)
  await server.register(helmet, helmetOptions(config))
  await server.register(cors, {
    origin: config.corsOrigins,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    strictPreflight: false,
    exposedHeaders: ['Link', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
  // Compresses replies only. Decompressing requests would read an upload twice, and nobody sends compressed ones.
  await server.register(compress, { threshold: 1024, globalDecompression: false })
  await server.register(multipart, { limits: { fileSize: imageLimits.bytes } })
  return server
}

/** Browsers preconnect. Without this an unused connection would delay shutdown by a minute. */
function closeIdleConnections(server: FastifyInstance): void {
  const sockets = new Set<Socket>()
  server.server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  })
}

function helmetOptions(config: Config) {
  const isSecure = config.publicUrl.startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Together with helmet's default opener policy this makes the page cross-origin isolated, which the model needs for
    // two threads.
    crossOriginEmbedderPolicy: { policy: 'require-corp' as const },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
  }
}

/**
 * Serves the built web app: its files, and the index page for every other URL outside the API. A URL that names a file
 * never gets the index page: after an update a browser would run it as a script.
 * @param folder the web build; undefined to serve only the API
 */
export async function registerWebApp(server: FastifyInstance, folder: string | undefined): Promise<void> {
  server.setNotFoundHandler((request, reply) => {
    reply.header('cache-control', 'no-store')
    return sendError(apiError('not_found'), request, reply)
  })
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) return
  const assetsFolder = join(folder, 'assets', sep)
  await server.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    setHeaders(reply, path) {
      const isHashed = path.startsWith(assetsFolder)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  server.get('/*', (request, reply) => {
    if (isApiPath(request.url)) return reply.callNotFound()
    const [path = '/'] = request.url.split('?')
    return reply.sendFile(isFilePath(path) ? path : 'index.html')
  })
}

/** URLs of pages have no dot in their last segment. */
const isFilePath = (path: string) => path.startsWith('/assets/') || /\.[a-z0-9]+$/i.test(path)
const isApiPath = (url: string) => /^\/(api|analysis|files|dev)(\/|\?|$)/.test(url)

function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply) {
  const body = toErrorReply(error, negotiateLanguage(request.headers['accept-language']))
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
  if (body.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.status(body.status).type('application/json; charset=utf-8').send(body)
}

/**
 * Converts any error to the ApiError that the client may see: ApiErrors unchanged, framework errors to the nearest
 * code, all others to internal.
 */
function toApiError(error: FastifyError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return apiError('too_big')
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return apiError('not_found')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return apiError('unsupported_type')
  // SQLSTATE for text that PostgreSQL cannot store, such as a NUL character.
  const isMalformed = error.code === '22021' || (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
  if (isMalformed) return apiError('malformed_request')
  if (error instanceof ConnectionUnavailableError) {
    request.log.warn({ err: error }, 'no connection to the database')
    return apiError('overloaded', { retryAfter: 5 })
  }
  request.log.error({ err: error }, 'request failed')
  return apiError('internal')
}

/** Answers bytes that are not a valid HTTP request. No route, hook or language is known here. */
function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const body = JSON.stringify(toErrorReply(apiError('malformed_request'), 'en'))
    const head = ['HTTP/1.1 400 Bad Request', 'Content-Type: application/json; charset=utf-8', 'Connection: close']
    socket.write(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  socket.destroy(error)
}
