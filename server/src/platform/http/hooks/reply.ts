import type { Endpoint } from '@kutu/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendCacheable } from '../cacheable-reply.ts'
import type { StoredReply } from '../idempotency.ts'

/** A reply, and for a list without an envelope the URL of its next page. */
export type RouteReply = StoredReply & { next?: string | null }

/** Sends the reply of an endpoint with the headers that the contract declares. */
export function sendReply(
  endpoint: Endpoint,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { status, reply: body, next }: RouteReply,
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
