import { type Endpoint, supportsIdempotencyKey } from '@kutu/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../context.ts'
import { apiError } from '../api-error.ts'
import { findStoredReply, type IdempotentRequest, scopeOfAddress, sha256Hex } from '../idempotency.ts'
import { sendReply } from './reply.ts'
import type { ParsedRequest } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if the client sent an Idempotency-Key and the endpoint supports it. The handler then runs in `runOnce`. */
    idempotent: IdempotentRequest | undefined
  }
}

/**
 * Answers a repeated request with the stored reply of the first one.
 * @throws ApiError idempotency_key_reused, malformed_request
 */
export function replayReply({ getApp }: { getApp: () => App }, endpoint: Endpoint) {
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
