import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ConnectionUnavailableError, isConnectionLost } from '../../db/connection/pool.ts'
import { negotiateLanguage } from '../../i18n/translate.ts'
import { describeRefusal } from '../../observability/security-events.ts'
import { isDiskFull } from '../../storage/disk-full.ts'
import { StorageUnavailableError } from '../../storage/storage-unavailable.ts'
import { ApiError, apiError, toErrorReply } from '../api-error.ts'

/** Sends an error in the common format and in the reader's language. */
export function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply) {
  const body = toErrorReply(error, negotiateLanguage(request.headers['accept-language']))
  request.refusal = describeRefusal(error.code, body.status)
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
  const challenge = challengeOf(error, body.status)
  if (challenge !== undefined) reply.header('www-authenticate', challenge)
  return reply.status(body.status).type('application/json; charset=utf-8').send(body)
}

/** Returns the WWW-Authenticate header (RFC 6750, section 3). Its error codes are for programs, which use API keys. */
function challengeOf({ code, values }: ApiError, status: number): string | undefined {
  if (code === 'api_key_scope_missing') return `Bearer error="insufficient_scope", scope="${values.scope}"`
  if (status !== 401) return undefined
  return code.startsWith('api_key_') ? 'Bearer error="invalid_token"' : 'Bearer'
}

/**
 * Converts any error to the ApiError that the client may see: ApiErrors unchanged, framework errors to the nearest
 * code, all others to internal.
 */
export function toApiError(error: FastifyError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return apiError('too_big', { values: { what: 'request' } })
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return apiError('not_found')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return apiError('unsupported_type', { values: { what: 'request' } })
  if (isBrokenOff(error, request)) {
    request.log.info('the client broke off its request')
    return apiError('malformed_request')
  }
  // SQLSTATE for text that PostgreSQL cannot store, such as a NUL character.
  const isMalformed = error.code === '22021' || (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
  if (isMalformed) return apiError('malformed_request')
  if (error instanceof ConnectionUnavailableError) {
    request.log.warn({ err: error }, 'no connection to the database')
    return apiError('overloaded', { retryAfter: 5 })
  }
  if (isConnectionLost(error)) {
    request.log.warn({ reason: error.message }, 'the database connection was lost')
    return apiError('temporarily_unavailable', { retryAfter: 5 })
  }
  if (isDiskFull(error)) {
    request.log.error({ err: error }, 'no space left on the disk')
    return apiError('storage_full')
  }
  if (error instanceof StorageUnavailableError) {
    request.log.warn({ err: error }, 'the file storage is unavailable')
    return apiError('storage_unavailable', { retryAfter: 15 })
  }
  request.log.error({ err: error }, 'request failed')
  return apiError('internal')
}

/** Returns true if the client closed the connection before the end of its request. Nobody reads the reply. */
const isBrokenOff = ({ code }: FastifyError, { raw }: FastifyRequest) =>
  code === 'ECONNRESET' && raw.destroyed && !raw.complete

/** Answers bytes that are not a valid HTTP request. No route, hook or language is known here, and no plugin adds `headers`. */
export function handleClientError(
  error: Error & { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const body = JSON.stringify(toErrorReply(apiError('malformed_request'), 'en'))
    const head = [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      'Cache-Control: no-store',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  socket.destroy(error)
}
