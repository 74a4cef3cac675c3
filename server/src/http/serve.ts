import type { Endpoint } from '@kutu/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { z } from 'zod'
import type { App } from '../context.ts'
import { languageOf } from '../text/say.ts'
import { refuse, shapeRefusal } from './errors.ts'
import type { Feature, Handler, Request } from './handlers.ts'
import { type Answer, hashOf, once } from './idempotency.ts'
import { type CountCall, limiterFor } from './limits.ts'
import { type Caller, requireWho } from './session.ts'
import { readMultipart, withRoomForUploads } from './uploads.ts'

/** What serving needs besides the features; `app` is undefined until everything is open. */
export type Serving = {
  app: () => App | undefined
  pool: () => Pool
  /** Who is behind a bearer token: undefined for none, a refusal for a bad one. */
  callerOf: (app: App, token: string) => Promise<Caller>
  rateLimits: boolean
  publicUrl: string
}

/** Serves every call of a feature. The one place that knows the web framework's request. */
export function serve(server: FastifyInstance, serving: Serving, feature: Feature): void {
  for (const [name, endpoint] of Object.entries(feature.contract)) {
    const handler = feature.handlers[name]
    if (!handler) throw new Error(`no handler for ${name}`)
    const bare = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')
    const answer = answering(serving, endpoint, handler)
    for (const url of [bare, `${bare}/`])
      server.route({ method: [endpoint.method, ...(endpoint.alsoAs ?? [])], url, handler: answer })
  }
}

function answering(serving: Serving, endpoint: Endpoint, handler: Handler<Endpoint>) {
  let countCall: CountCall | undefined
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const app = serving.app()
    if (!app) throw refuse('not_ready', { retryAfter: 1 })
    const caller = await callerOf(serving, app, endpoint, request)
    requireWho(endpoint.who, caller)
    if (endpoint.limit && serving.rateLimits) {
      countCall ??= limiterFor(serving.pool(), endpoint.path, endpoint.limit)
      await countCall(endpoint.limit.by === 'user' && caller ? caller.id : request.ip)
    }
    const { status, reply: body } = await withRoomForUploads(request, endpoint.files, async () => {
      const { ready, hash } = await parsedRequest(serving, endpoint, request, caller)
      return answerOf(app, endpoint, handler, ready, request, hash)
    })
    return reply.status(status).send(body === null ? undefined : body)
  }
}

async function callerOf(serving: Serving, app: App, endpoint: Endpoint, request: FastifyRequest) {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (endpoint.who === 'anyone' || scheme?.toLowerCase() !== 'bearer' || !token) return undefined
  return serving.callerOf(app, token)
}

async function answerOf(
  app: App,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  ready: Request<Endpoint>,
  request: FastifyRequest,
  requestHash: () => string,
): Promise<Answer> {
  const workWithReply = async (within: App) => ({
    status: endpoint.status,
    reply: endpoint.reply.parse(await handler(within, ready)),
  })
  const workWithoutReply = async (within: App) => {
    await handler(within, ready)
    return { status: 204, reply: null }
  }
  const key = keyOf(request, endpoint)
  const chosen = endpoint.status === 204 ? workWithoutReply : workWithReply
  if (!key) return chosen(app)
  const scope = ready.caller ? ready.caller.id : `address:${request.ip}`
  return once(app, { scope, key, call: `${endpoint.method} ${endpoint.path}`, requestHash: requestHash() }, chosen)
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

async function parsedRequest(
  serving: Serving,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller | undefined,
) {
  const multipart = endpoint.files ? await readMultipart(request, endpoint.files) : undefined
  const address = new URL(request.url, serving.publicUrl)
  const ready = {
    caller,
    params: parsed(endpoint.params, request.params, 'not_found'),
    query: parsed(endpoint.query, request.query),
    body: parsed(endpoint.body, request.body ?? {}),
    uploads: multipart?.uploads,
    fields: parsed(endpoint.files?.fields, multipart?.fields),
    language: languageOf(request.headers['accept-language']),
    address,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
  }
  // Only a retried call asks for it: hashing a photo takes a while.
  const hash = () =>
    hashOf(
      address.pathname,
      JSON.stringify(multipart?.fields ?? request.body ?? null),
      ...(multipart?.uploads.map(({ bytes }) => bytes) ?? []),
    )
  return { ready: ready as Request<Endpoint>, hash }
}

function parsed(schema: z.ZodType | undefined, given: unknown, otherwise?: 'not_found'): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(given, { reportInput: true })
  if (result.success) return result.data
  throw otherwise ? refuse(otherwise) : shapeRefusal(result.error)
}
