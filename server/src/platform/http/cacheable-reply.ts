import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256Hex } from './idempotency.ts'

/**
 * Sends a reply that is the same for everybody, with the headers that let browsers and proxies keep it
 * (RFC 9111), or 304 if the client has it already. The ETag is weak, because compression changes the bytes.
 */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, maxAge }: { status: number; maxAge: number },
  body: unknown,
): FastifyReply {
  const json = JSON.stringify(body)
  const etag = `W/"${sha256Hex(json).slice(0, 32)}"`
  reply.header('cache-control', `public, max-age=${maxAge}`).header('etag', etag)
  if (matches(request.headers['if-none-match'], etag)) return reply.status(304).send()
  return reply.status(status).type('application/json; charset=utf-8').send(json)
}

/** Returns whether an If-None-Match header names an ETag (RFC 9110, weak comparison). */
const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some(tag => tag.trim() === '*' || `W/${tag.trim().replace(/^W\//, '')}` === etag)
