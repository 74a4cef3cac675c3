import { callsOf, type Endpoint } from '@kutu/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import type { App } from '../../context.ts'
import type { Db } from '../db/database.ts'
import { rejectOtherMethods } from './errors/method-not-allowed.ts'
import { createEventStreams, type EventStreams } from './event-stream.ts'
import type { AnyHandler, ApiRequest, ArrayPage, Events, Feature } from './handlers.ts'
import { type AuthenticateOptions, authenticate } from './hooks/authenticate.ts'
import { authorize } from './hooks/authorize.ts'
import { replayReply } from './hooks/idempotency.ts'
import { clientKeyOf, type LimitOptions, limit } from './hooks/limit.ts'
import { type RouteReply, sendReply } from './hooks/reply.ts'
import { requestContext } from './hooks/request-context.ts'
import { type ParsedRequest, type ValidateOptions, validate } from './hooks/validate.ts'
import { runOnce } from './idempotency.ts'

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
        requestContext(endpoint),
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
    const reply = await (typeof handler === 'function' ? handler(app, request) : finish?.(request))
    if (endpoint.isLinkPaginated) {
      const { results, next } = reply as ArrayPage<unknown>
      return { status: endpoint.status, reply: endpoint.reply.parse(results), next }
    }
    return { status: endpoint.status, reply: endpoint.status === 204 ? null : endpoint.reply.parse(reply) }
  }
}

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
