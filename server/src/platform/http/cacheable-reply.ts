import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256Hex } from './idempotency.ts'

/**
 * Sends a reply that caches may keep (RFC 9111): of browsers and proxies if it is the same for everybody, or of the client
 * alone. The client gets 304 if it has the reply already. The ETag is weak, because compression changes the bytes.
 */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, cacheControl }: { status: number; cacheControl: string },
  body: unknown,
): FastifyReply {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const etag = `W/"${sha256Hex(text).slice(0, 32)}"`
  reply.header('cache-control', cacheControl).header('etag', etag)
  if (matches(request.headers['if-none-match'], etag)) return reply.status(304).send()
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8')
  return reply.status(status).send(text)
}

/** Returns whether an If-None-Match header names an ETag (RFC 9110, weak comparison). */
const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some(tag => tag.trim() === '*' || `W/${tag.trim().replace(/^W\//, '')}` === etag)
