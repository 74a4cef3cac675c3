import { callsOf, type Endpoint, supportsIdempotencyKey } from '@kutu/contract/endpoint'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  HTTPMethods,
  RouteOptions,
} from 'fastify'
import type { App } from '../../context.ts'
import type { Db } from '../db/database.ts'
import { runWithLanguage } from '../i18n/request-language.ts'
import { negotiateLanguage } from '../i18n/translate.ts'
import { runWithLogContext } from '../observability/log-context.ts'
import { apiError } from './api-error.ts'
import { sendCacheable } from './cacheable-reply.ts'
import { rejectOtherMethods } from './errors/method-not-allowed.ts'
import { createEventStreams, type EventStreams } from './event-stream.ts'
import type { AnyHandler, ApiRequest, ArrayPage, Events, Feature } from './handlers.ts'
import { type AuthenticateOptions, authenticate, authorize } from './hooks/authenticate.ts'
import { clientKeyOf, type LimitOptions, limit } from './hooks/limit.ts'
import { type ParsedRequest, type ValidateOptions, validate } from './hooks/validate.ts'
import {
  findStoredReply,
  type IdempotentRequest,
  runOnce,
  type StoredReply,
  scopeOfAddress,
  sha256Hex,
} from './idempotency.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if the client sent an Idempotency-Key and the endpoint supports it. The handler then runs in `runOnce`. */
    idempotent: IdempotentRequest | undefined
  }
}

/** Options of the hooks. */
export type EndpointOptions = AuthenticateOptions & LimitOptions & ValidateOptions

/**
 * Registers every endpoint of a feature. Its calls run through the hooks in this order; the body is parsed before them. Only
 * platform/http knows the web framework's request.
 */
export function registerFeature(server: FastifyInstance, options: EndpointOptions, feature: Feature): void {
  const methodsByUrl = new Map<string, HTTPMethods[]>()
  const streams = createEventStreams(server)
  for (const [name, endpoint] of Object.entries(feature.contract)) {
    const handler = feature.handlers[name]
    if (!handler) throw new Error(`no handler for ${name}`)
    // No HEAD where GET is an alias of a POST, because HEAD would execute it; none for event streams, because it
    // would never end.
    const exposeHeadRoute = endpoint.method === 'GET' && !endpoint.isEventStream
    const route = {
      exposeHeadRoute,
      config: { budget: 'own' as const, acceptsForm: endpoint.acceptsForm },
      ...(endpoint.isEventStream && ({ compress: false } as const)),
      preValidation: [
        setContext(endpoint),
        authenticate(options, endpoint),
        authorize(options, endpoint),
        limit(options, endpoint),
      ],
      preHandler: [validate(options, endpoint), replayReply(options, endpoint)],
      handler: endpoint.isEventStream
        ? sendEvents(options, streams, endpoint, handler)
        : handle(options, endpoint, handler),
    } satisfies Omit<RouteOptions, 'method' | 'url'>
    for (const { method, path } of callsOf(endpoint)) {
      const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')
      for (const url of [pattern, `${pattern}/`]) {
        server.route({ method, url, ...route })
        const withHead = exposeHeadRoute ? [method, 'HEAD' as const] : [method]
        methodsByUrl.set(url, [...(methodsByUrl.get(url) ?? []), ...withHead])
      }
    }
  }
  for (const [url, methods] of methodsByUrl) rejectOtherMethods(server, url, methods)
}

/** Runs the following hooks and the handler with the log context and the language of the request. */
function setContext({ path }: Endpoint) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const logContext = Object.assign(request.logContext, { route: path })
    const language = negotiateLanguage(request.headers['accept-language'])
    runWithLogContext(logContext, () => runWithLanguage(language, done))
  }
}

/**
 * Answers a repeated request with the stored reply of the first one.
 * @throws ApiError idempotency_key_reused, malformed_request
 */
function replayReply({ getApp }: { getApp: () => App }, endpoint: Endpoint) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const key = readIdempotencyKey(request, endpoint)
    if (key === undefined) return undefined
    const app = getApp()
    request.idempotent = {
      key,
      scope: request.caller?.id ?? scopeOfAddress(app, request.ip),
      call: `${endpoint.method} ${endpoint.path}`,
      requestHash: hashRequest(request.parsed),
    }
    const stored = await findStoredReply(app.db, app, request.idempotent)
    return stored && sendReply(endpoint, { request, reply }, stored)
  }
}

/** Returns the Idempotency-Key if the endpoint supports it; others ignore it. */
function readIdempotencyKey({ headers }: FastifyRequest, endpoint: Endpoint): string | undefined {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || !supportsIdempotencyKey(endpoint)) return undefined
  if (key.length > 200) throw apiError('malformed_request')
  return key
}

/** Hashes the validated request, so that equivalent requests have the same hash. */
function hashRequest({ url, body, fields, uploads }: ParsedRequest): string {
  const payload = JSON.stringify([body ?? null, fields ?? null])
  const path = url.pathname.replace(/\/$/, '')
  return sha256Hex(path, payload, ...(uploads?.map(({ bytes }) => bytes) ?? []))
}

/** Runs the handler and sends its reply. */
function handle(options: EndpointOptions, endpoint: Endpoint, handler: AnyHandler<Endpoint>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const app = options.getApp()
    const { idempotent, parsed } = request
    const finish = await prepare(app, endpoint, handler, parsed)
    const result = await (idempotent ? runOnce(app, idempotent, finish) : finish(app.db))
    return sendReply(endpoint, { request, reply }, result)
  }
}

/** Runs the long part of an endpoint and returns the rest, which may share a transaction with the Idempotency-Key. */
async function prepare(app: App, endpoint: Endpoint, handler: AnyHandler<Endpoint>, parsed: ParsedRequest) {
  const toRequest = (db: Db) => ({ ...parsed, db }) as ApiRequest<Endpoint>
  const finish = typeof handler === 'function' ? undefined : await handler.prepare(app, toRequest(app.db))
  return async (db: Db): Promise<RouteReply> => {
    const request = toRequest(db)
    const { status, isLinkPaginated, reply: schema } = endpoint
    const result = await (typeof handler === 'function' ? handler(app, request) : finish?.(request))
    if (isLinkPaginated) {
      const { results, next } = result as ArrayPage<unknown>
      return { status, body: schema.parse(results), next }
    }
    return { status, body: status === 204 ? null : schema.parse(result) }
  }
}

/** A reply, and for a list without an envelope the URL of its next page. */
type RouteReply = StoredReply & { next?: string | null }

/** Sends the reply of an endpoint with the headers that the contract declares. */
function sendReply(
  endpoint: Endpoint,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { status, body, next }: RouteReply,
): FastifyReply {
  if (endpoint.contentType)
    reply.type(`${endpoint.contentType}; charset=utf-8`).header('content-disposition', contentDisposition(endpoint))
  // Not "storage": that would erase the waiting photos and the model of everybody who shares the device. The web app
  // erases its own storage. Browsers ignore the header without TLS.
  if (endpoint.clearsCache) reply.header('clear-site-data', '"cache"')
  if (next) reply.header('link', `<${next}>; rel="next"`)
  const cacheControl = getCacheControl(endpoint, request.apiKey !== undefined)
  if (cacheControl) return sendCacheable(request, reply, { status, cacheControl }, body)
  return reply.status(status).send(body === null ? undefined : body)
}

/** How long a program may use a reply to its API key before it asks again by ETag. */
const apiKeyCacheSeconds = 600

/** Returns the Cache-Control header of a reply that may be kept; undefined for others, which get the default of the server. */
function getCacheControl({ access, isRevocable, publicCacheSeconds }: Endpoint, hasApiKey: boolean) {
  const isPublic = !hasApiKey && access === 'anyone'
  if (isRevocable && (hasApiKey || isPublic)) return `${isPublic ? 'public' : 'private'}, no-cache`
  if (hasApiKey) return `private, max-age=${apiKeyCacheSeconds}`
  return publicCacheSeconds === undefined ? undefined : `public, max-age=${publicCacheSeconds}`
}

/** Returns the Content-Disposition header, with the last part of the path as the file name. */
const contentDisposition = ({ path }: Endpoint) => `attachment; filename="${path.slice(path.lastIndexOf('/') + 1)}"`

/** Runs the handler of an event stream and sends its events. */
function sendEvents(
  options: EndpointOptions,
  streams: EventStreams,
  endpoint: Endpoint,
  handler: AnyHandler<Endpoint>,
) {
  if (typeof handler !== 'function') throw new Error('an event stream cannot have a prepare step')
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const app = options.getApp()
    const events = (await handler(app, { ...request.parsed, db: app.db } as ApiRequest<Endpoint>)) as Events<unknown>
    return streams.send(reply, { clientKey: clientKeyOf(request), schema: endpoint.reply, events, log: app.log })
  }
}
