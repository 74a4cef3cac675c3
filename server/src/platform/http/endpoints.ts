import { callsOf, type Endpoint, supportsIdempotencyKey } from '@kutu/contract/endpoint'
import { storableInput } from '@kutu/contract/storable-input'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { z } from 'zod'
import type { App } from '../../context.ts'
import { readPossiblyStale } from '../db/replica/replica-reads.ts'
import { runWithLanguage } from '../i18n/request-language.ts'
import { negotiateLanguage } from '../i18n/translate.ts'
import { runWithLogContext } from '../observability/log-context.ts'
import { scanUploads } from '../upload-scanner/scan-uploads.ts'
import { apiError, tooManyRequests, validationError } from './api-error.ts'
import { assertPasswordConfirmed, authorize, authorizeKey, type Caller } from './authorization.ts'
import { sendCacheable } from './cacheable-reply.ts'
import { rejectOtherMethods } from './errors/method-not-allowed.ts'
import { createEventStreams, type EventStreams } from './event-stream.ts'
import type { AnyHandler, ApiRequest, ArrayPage, Events, Feature, RequestOrigin } from './handlers.ts'
import { findStoredReply, runOnce, type StoredReply, scopeOfAddress, sha256Hex } from './idempotency.ts'
import { type CallerOptions, identifyCaller } from './identify-caller.ts'
import { readMultipart, withUploadMemory } from './multipart.ts'
import { rateLimitKey } from './rate-limit/rate-limit-key.ts'
import { takeFromSharedBucket } from './rate-limit/token-buckets.ts'
import { openDeviceCookie } from './security/device-cookie.ts'
import { hasJustWritten, rememberWrite } from './security/write-cookie.ts'

/** Services that the routes need besides the features. `getApp` returns undefined until everything is open. */
export type EndpointOptions = CallerOptions & {
  getApp: () => App | undefined
  /** Returns a key of the account that a request is about, if the account knows the device. */
  findKnownAccount: (app: App, body: unknown, origin: RequestOrigin) => Promise<string | undefined>
  rateLimits: boolean
  /** Base URL of links in replies; undefined to use the origin of each request. */
  linkBase: string | undefined
  /** True if browsers reach this installation over HTTPS. */
  isSecure: boolean
}

/** Registers every endpoint of a feature. Only platform/http knows the web framework's request. */
export function registerFeature(server: FastifyInstance, options: EndpointOptions, feature: Feature): void {
  const methodsByUrl = new Map<string, HTTPMethods[]>()
  const streams = createEventStreams(server)
  for (const [name, endpoint] of Object.entries(feature.contract)) {
    const handler = feature.handlers[name]
    if (!handler) throw new Error(`no handler for ${name}`)
    const routeHandler = createRouteHandler({ options, streams }, endpoint, handler)
    // No HEAD where GET is an alias of a POST, because HEAD would execute it; none for event streams, because it
    // would never end.
    const exposeHeadRoute = endpoint.method === 'GET' && !endpoint.isEventStream
    for (const { method, path } of callsOf(endpoint)) {
      const route = path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')
      for (const url of [route, `${route}/`]) {
        server.route({
          method,
          url,
          handler: routeHandler,
          exposeHeadRoute,
          config: { budget: 'own', acceptsForm: endpoint.acceptsForm },
          ...(endpoint.isEventStream && { compress: false }),
        })
        const withHead = exposeHeadRoute ? [method, 'HEAD' as const] : [method]
        methodsByUrl.set(url, [...(methodsByUrl.get(url) ?? []), ...withHead])
      }
    }
  }
  for (const [url, methods] of methodsByUrl) rejectOtherMethods(server, url, methods)
}

function createRouteHandler(
  { options, streams }: { options: EndpointOptions; streams: EventStreams },
  endpoint: Endpoint,
  handler: AnyHandler<Endpoint>,
) {
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const app = options.getApp()
    if (!app) throw apiError('not_ready', { retryAfter: 1 })
    const { caller, apiKey } = await identifyCaller(options, app, endpoint, request)
    if (apiKey) {
      authorizeKey(endpoint, apiKey, request.query)
      options.apiKeys.countUse(app, apiKey)
    } else {
      authorize(endpoint, caller)
      if (endpoint.requiresRecentPassword && caller) assertPasswordConfirmed(caller, app.clock.now())
    }
    const network = rateLimitKey(request.ip)
    const clientKey = caller?.id ?? (apiKey ? `key:${apiKey.publicId}` : network)
    const { rateLimit } = endpoint
    if (rateLimit && options.rateLimits) {
      // A known device does not share the limit of its network, which somebody else there may have used up.
      const knownAccount = endpoint.recognizesDevices
        ? await options.findKnownAccount(app, request.body, readOrigin(options, request, reply))
        : undefined
      const key = rateLimit.by === 'user' ? clientKey : (knownAccount ?? network)
      const waitMs = await takeFromSharedBucket(app.db, rateLimit, `${endpoint.path}:${key}`, app.clock.now().getTime())
      if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / 1000))
    }
    if (endpoint.isEventStream) {
      const apiRequest = await parseRequest(options, endpoint, { request, reply }, caller)
      const events = await openEvents(app, handler, apiRequest)
      return streams.send(reply, { clientKey, schema: endpoint.reply, events, log: app.log })
    }
    const {
      status,
      reply: body,
      next,
    } = await withUploadMemory(request, { files: endpoint.files, clientKey }, async () => {
      const apiRequest = await parseRequest(options, endpoint, { request, reply }, caller)
      await scanUploads(app, apiRequest.uploads ?? [])
      return runWithLanguage(apiRequest.language, () => handleRequest(app, endpoint, handler, apiRequest, request))
    })
    if (app.replica && endpoint.method !== 'GET') rememberWrite(reply, { ...options, maxLagMs: app.replica.maxLagMs })
    if (endpoint.contentType)
      reply.type(`${endpoint.contentType}; charset=utf-8`).header('content-disposition', contentDisposition(endpoint))
    // Not "storage": that would erase the waiting photos and the model of everybody who shares the device. The web app
    // erases its own storage. Browsers ignore the header without TLS.
    if (endpoint.clearsCache) reply.header('clear-site-data', '"cache"')
    if (next) reply.header('link', `<${next}>; rel="next"`)
    const cacheControl = getCacheControl(endpoint, apiKey !== undefined)
    if (cacheControl) return sendCacheable(request, reply, { status, cacheControl }, body)
    return reply.status(status).send(body === null ? undefined : body)
  }
  return (request: FastifyRequest, reply: FastifyReply) =>
    runWithLogContext(Object.assign(request.logContext, { route: endpoint.path }), () => handle(request, reply))
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

async function handleRequest(
  app: App,
  endpoint: Endpoint,
  handler: AnyHandler<Endpoint>,
  apiRequest: ParsedRequest,
  request: FastifyRequest,
): Promise<StoredReply & NextLink> {
  const key = readIdempotencyKey(request, endpoint)
  const work = async (workApp: App) => (await prepareWork(workApp, endpoint, handler, apiRequest))(workApp)
  if (!key) return endpoint.mayBeStale && !hasJustWritten(request) ? readPossiblyStale(app, work) : work(app)
  const scope = apiRequest.caller ? apiRequest.caller.id : scopeOfAddress(app, request.ip)
  const call = `${endpoint.method} ${endpoint.path}`
  const idempotentRequest = { scope, key, call, requestHash: hashRequest(apiRequest) }
  return (
    (await findStoredReply(app, idempotentRequest)) ??
    runOnce(app, idempotentRequest, await prepareWork(app, endpoint, handler, apiRequest))
  )
}

async function openEvents(
  app: App,
  handler: AnyHandler<Endpoint>,
  apiRequest: ParsedRequest,
): Promise<Events<unknown>> {
  if (typeof handler !== 'function') throw new Error('an event stream cannot have a prepare step')
  return (await handler(app, apiRequest as ApiRequest<Endpoint>)) as Events<unknown>
}

/** The URL of the next page of an array list, for the Link header. */
type NextLink = { next?: string | null }

/** Runs the long part of an endpoint and returns the rest, which may share a transaction with the Idempotency-Key. */
async function prepareWork(app: App, endpoint: Endpoint, handler: AnyHandler<Endpoint>, apiRequest: ParsedRequest) {
  const typedRequest = apiRequest as ApiRequest<Endpoint>
  const handle = typeof handler === 'function' ? handler : await handler.prepare(app, typedRequest)
  return async (txApp: App): Promise<StoredReply & NextLink> => {
    const reply = await handle(txApp, typedRequest)
    if (endpoint.isLinkPaginated) {
      const { results, next } = reply as ArrayPage<unknown>
      return { status: endpoint.status, reply: endpoint.reply.parse(results), next }
    }
    return { status: endpoint.status, reply: endpoint.status === 204 ? null : endpoint.reply.parse(reply) }
  }
}

/** Returns the Idempotency-Key if the endpoint supports it; others ignore it. */
function readIdempotencyKey(request: FastifyRequest, endpoint: Endpoint): string | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || !supportsIdempotencyKey(endpoint)) return undefined
  if (key.length > 200) throw apiError('malformed_request')
  return key
}

/** A validated request of any endpoint. */
type ParsedRequest = Awaited<ReturnType<typeof parseRequest>>

async function parseRequest(
  options: EndpointOptions,
  endpoint: Endpoint,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  caller: Caller | undefined,
) {
  const multipart = endpoint.files ? await readMultipart(request, endpoint.files) : undefined
  return {
    caller,
    params: parse(endpoint.params, request.params, 'not_found'),
    query: parse(endpoint.query, omitEmptyValues(request.query)),
    body: parse(endpoint.body, request.method === 'GET' ? omitEmptyValues(request.query) : (request.body ?? {})),
    uploads: multipart?.uploads,
    fields: parse(endpoint.files?.fields, omitEmptyValues(multipart?.fields)),
    language: negotiateLanguage(request.headers['accept-language']),
    url: new URL(request.url, options.linkBase ?? requestOrigin(request)),
    idempotencyKey: request.headers['idempotency-key']?.toString().slice(0, 200) || undefined,
    lastEventId: request.headers['last-event-id']?.toString().slice(0, 100),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    origin: readOrigin(options, request, reply),
  }
}

const readOrigin = (options: EndpointOptions, request: FastifyRequest, reply: FastifyReply): RequestOrigin => ({
  network: rateLimitKey(request.ip),
  deviceCookie: openDeviceCookie(options, request, reply),
})

/** Hashes the validated request, so that equivalent requests have the same hash. */
function hashRequest({ url, body, fields, uploads }: ParsedRequest): string {
  const payload = JSON.stringify([body ?? null, fields ?? null])
  const path = url.pathname.replace(/\/$/, '')
  return sha256Hex(path, payload, ...(uploads?.map(({ bytes }) => bytes) ?? []))
}

/** Returns the origin of the Host header. Behind a proxy only PUBLIC_URL is reliable. */
function requestOrigin({ protocol, host }: FastifyRequest): string {
  const origin = `${protocol}://${host}`
  return URL.canParse(origin) ? origin : 'http://localhost'
}

/** Drops empty filters and form fields, which count as absent. */
const omitEmptyValues = (input: unknown) =>
  Object.fromEntries(Object.entries(input ?? {}).filter(([, value]) => value !== ''))

function parse(schema: z.ZodType | undefined, input: unknown, fallbackCode?: 'not_found'): unknown {
  if (!schema) return undefined
  const storable = storableInput.safeParse(input)
  const result = storable.success ? schema.safeParse(input, { reportInput: true }) : storable
  if (result.success) return result.data
  throw fallbackCode ? apiError(fallbackCode) : validationError(result.error)
}
