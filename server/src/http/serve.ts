import type { Endpoint } from '@kutu/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Pool } from 'pg'
import type { z } from 'zod'
import type { App } from '../context.ts'
import { readIn } from '../text/reader.ts'
import { languageOf } from '../text/say.ts'
import { refuse, shapeRefusal } from './errors.ts'
import { openStreams, type Streams } from './event-stream.ts'
import type { AnyHandler, ArrayPage, Events, Feature, Request } from './handlers.ts'
import { type Answer, answeredBefore, hashOf, once } from './idempotency.ts'
import { type CountCall, limiterFor } from './limits.ts'
import { refuseOtherMethods } from './methods.ts'
import { networkOf } from './network.ts'
import { type Caller, requireWho } from './session.ts'
import { readMultipart, withRoomForUploads } from './uploads.ts'

/** What serving needs besides the features; `app` is undefined until everything is open. */
export type Serving = {
  app: () => App | undefined
  pool: () => Pool
  /** Who is behind a bearer token: undefined for none, a refusal for a bad one. */
  callerOf: (app: App, token: string) => Promise<Caller>
  rateLimits: boolean
  /** Where people reach the server, for links in answers; undefined for the address each caller asked. */
  linkBase: string | undefined
}

/** Serves every call of a feature. The one place that knows the web framework's request. */
export function serve(server: FastifyInstance, serving: Serving, feature: Feature): void {
  const methodsAt = new Map<string, HTTPMethods[]>()
  const streams = openStreams(server)
  for (const [name, endpoint] of Object.entries(feature.contract)) {
    const handler = feature.handlers[name]
    if (!handler) throw new Error(`no handler for ${name}`)
    const bare = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')
    const answer = answering({ serving, streams }, endpoint, handler)
    const method = [endpoint.method, ...(endpoint.alsoAs ?? [])]
    for (const url of [bare, `${bare}/`]) {
      // A HEAD where GET is only another name for a POST would do what the POST does; of a stream it would never end.
      const exposeHeadRoute = endpoint.method === 'GET' && !endpoint.isEventStream
      server.route({
        method,
        url,
        handler: answer,
        exposeHeadRoute,
        ...(endpoint.isEventStream && { compress: false }),
      })
      const withHead = exposeHeadRoute ? [...method, 'HEAD' as const] : method
      methodsAt.set(url, [...(methodsAt.get(url) ?? []), ...withHead])
    }
  }
  for (const [url, methods] of methodsAt) refuseOtherMethods(server, url, methods)
}

function answering(
  { serving, streams }: { serving: Serving; streams: Streams },
  endpoint: Endpoint,
  handler: AnyHandler<Endpoint>,
) {
  let countCall: CountCall | undefined
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const app = serving.app()
    if (!app) throw refuse('not_ready', { retryAfter: 1 })
    const caller = await callerOf(serving, app, endpoint, request)
    requireWho(endpoint.who, caller)
    const by = caller?.id ?? networkOf(request.ip)
    if (endpoint.limit && serving.rateLimits) {
      countCall ??= limiterFor(serving.pool(), endpoint.path, endpoint.limit)
      await countCall(endpoint.limit.by === 'user' ? by : networkOf(request.ip))
    }
    if (endpoint.isEventStream) {
      const ready = await parsedRequest(serving, endpoint, request, caller)
      const events = await eventsOf(app, handler, ready)
      return streams.send(reply, { by, shape: endpoint.reply, events, log: app.log })
    }
    const {
      status,
      reply: body,
      next,
    } = await withRoomForUploads(request, { files: endpoint.files, by }, async () => {
      const ready = await parsedRequest(serving, endpoint, request, caller)
      return readIn(ready.language, () => answerOf(app, endpoint, handler, ready, request))
    })
    if (endpoint.textType)
      reply.type(`${endpoint.textType}; charset=utf-8`).header('content-disposition', attachmentOf(endpoint))
    if (next) reply.header('link', `<${next}>; rel="next"`)
    return reply.status(status).send(body === null ? undefined : body)
  }
}

/** A browser saves it under the last part of its path. */
const attachmentOf = ({ path }: Endpoint) => `attachment; filename="${path.slice(path.lastIndexOf('/') + 1)}"`

async function callerOf(serving: Serving, app: App, endpoint: Endpoint, request: FastifyRequest) {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (endpoint.who === 'anyone' || scheme?.toLowerCase() !== 'bearer' || !token) return undefined
  return serving.callerOf(app, token)
}

async function answerOf(
  app: App,
  endpoint: Endpoint,
  handler: AnyHandler<Endpoint>,
  ready: Ready,
  request: FastifyRequest,
): Promise<Answer & Linked> {
  const key = keyOf(request, endpoint)
  if (!key) return (await workOf(app, endpoint, handler, ready))(app)
  const scope = ready.caller ? ready.caller.id : `address:${request.ip}`
  const call = `${endpoint.method} ${endpoint.path}`
  const attempt = { scope, key, call, requestHash: hashOfRequest(ready) }
  return (await answeredBefore(app, attempt)) ?? once(app, attempt, await workOf(app, endpoint, handler, ready))
}

async function eventsOf(app: App, handler: AnyHandler<Endpoint>, ready: Ready): Promise<Events<unknown>> {
  if (typeof handler !== 'function') throw new Error('a stream has no work ahead')
  return (await handler(app, ready as Request<Endpoint>)) as Events<unknown>
}

/** Of an array list: where its next page is, for the Link header. */
type Linked = { next?: string | null }

/** What is left of a call once its long work is done: the part that may share a transaction with the retry key. */
async function workOf(app: App, endpoint: Endpoint, handler: AnyHandler<Endpoint>, ready: Ready) {
  const asked = ready as Request<Endpoint>
  const handle = typeof handler === 'function' ? handler : await handler.ahead(app, asked)
  return async (within: App): Promise<Answer & Linked> => {
    const reply = await handle(within, asked)
    if (endpoint.isArrayList) {
      const { results, next } = reply as ArrayPage<unknown>
      return { status: endpoint.status, reply: endpoint.reply.parse(results), next }
    }
    return { status: endpoint.status, reply: endpoint.status === 204 ? null : endpoint.reply.parse(reply) }
  }
}

/**
 * The Idempotency-Key, where honouring it is safe: calls for anyone that create nothing (sign-in, codes) are left out,
 * because they note failures, which must not vanish with a rolled-back transaction.
 */
function keyOf(request: FastifyRequest, endpoint: Endpoint): string | undefined {
  const key = request.headers['idempotency-key']
  if (endpoint.method !== 'POST' || typeof key !== 'string' || key === '') return undefined
  if (endpoint.who === 'anyone' && endpoint.status !== 201) return undefined
  if (key.length > 200) throw refuse('malformed_request')
  return key
}

/** A request of any call once everything of it is checked. */
type Ready = Awaited<ReturnType<typeof parsedRequest>>

async function parsedRequest(
  serving: Serving,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller | undefined,
) {
  const multipart = endpoint.files ? await readMultipart(request, endpoint.files) : undefined
  return {
    caller,
    params: parsed(endpoint.params, request.params, 'not_found'),
    query: parsed(endpoint.query, withoutBlanks(request.query)),
    body: parsed(endpoint.body, request.body ?? {}),
    uploads: multipart?.uploads,
    fields: parsed(endpoint.files?.fields, withoutBlanks(multipart?.fields)),
    language: languageOf(request.headers['accept-language']),
    address: new URL(request.url, serving.linkBase ?? addressAsked(request)),
    retryKey: request.headers['idempotency-key']?.toString().slice(0, 200) || undefined,
    lastEventId: request.headers['last-event-id']?.toString().slice(0, 100),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
  }
}

/** Of what was understood of a request, so that two which mean the same are the same. */
function hashOfRequest({ address, body, fields, uploads }: Ready): string {
  const said = JSON.stringify([body ?? null, fields ?? null])
  const path = address.pathname.replace(/\/$/, '')
  return hashOf(path, said, ...(uploads?.map(({ bytes }) => bytes) ?? []))
}

/** The origin a caller asked, as the Host header says; behind a proxy only PUBLIC_URL knows better. */
function addressAsked({ protocol, host }: FastifyRequest): string {
  const asked = `${protocol}://${host}`
  return URL.canParse(asked) ? asked : 'http://localhost'
}

/** A filter or a form field left empty is one that was not given. */
const withoutBlanks = (given: unknown) =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== ''))

function parsed(schema: z.ZodType | undefined, given: unknown, otherwise?: 'not_found'): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(given, { reportInput: true })
  if (result.success) return result.data
  throw otherwise ? refuse(otherwise) : shapeRefusal(result.error)
}
