import '@fastify/multipart'
import type { Endpoint } from '@kutu/contract/endpoint'
import { storableInput } from '@kutu/contract/storable-input'
import { imageLimits } from '@kutu/contract/upload-limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { getRequestLanguage } from '../../i18n/request-language.ts'
import { apiError, fieldError, validationError } from '../api-error.ts'
import type { Upload } from '../handlers.ts'
import { readOrigin } from '../security/device-cookie.ts'
import { clientKeyOf } from './limit.ts'

/** A validated request of any endpoint. */
export type ParsedRequest = Awaited<ReturnType<typeof parseRequest>>

declare module 'fastify' {
  interface FastifyRequest {
    parsed: ParsedRequest
  }
}

export type ValidateOptions = {
  /** Base URL of links in replies; undefined to use the origin of each request. */
  linkBase: string | undefined
  /** True if browsers reach this installation over HTTPS. */
  isSecure: boolean
}

/**
 * Reads the uploads, and validates parameters, query, body and fields with the schemas of the endpoint.
 * @throws ApiError validation_failed; not_found for invalid parameters of the path; errors of `readMultipart`
 */
export function validate(options: ValidateOptions, endpoint: Endpoint) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (endpoint.files) reserveUploadMemory(request, reply, { files: endpoint.files, clientKey: clientKeyOf(request) })
    request.parsed = await parseRequest(options, endpoint, request, reply)
  }
}

async function parseRequest(
  { linkBase, isSecure }: ValidateOptions,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const multipart = endpoint.files ? await readMultipart(request, endpoint.files) : undefined
  return {
    caller: request.caller,
    params: parse(endpoint.params, request.params, 'not_found'),
    query: parse(endpoint.query, omitEmptyValues(request.query)),
    // A GET that is an alias of a POST has its fields in the query.
    body: parse(endpoint.body, request.method === 'GET' ? omitEmptyValues(request.query) : (request.body ?? {})),
    uploads: multipart?.uploads,
    fields: parse(endpoint.files?.fields, omitEmptyValues(multipart?.fields)),
    language: getRequestLanguage(),
    url: new URL(request.url, linkBase ?? requestOrigin(request)),
    idempotencyKey: request.headers['idempotency-key']?.toString().slice(0, 200) || undefined,
    lastEventId: request.headers['last-event-id']?.toString().slice(0, 100),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    origin: readOrigin({ isSecure }, request, reply),
  }
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

/** Memory limit of all uploads in progress in this process, in bytes: about forty photos of maximum size. */
const maxUploadMemory = 200 * 1024 * 1024
/**
 * Memory limit of one client, in bytes: the largest plant and one more photo. Otherwise one slow client could occupy
 * all of it.
 */
const maxUploadMemoryPerClient = 40 * 1024 * 1024
let reservedBytes = 0
const reservedByClient = new Map<string, number>()

/**
 * Reserves memory for the request's files, from their first byte until the reply is sent or the client is gone.
 * @throws ApiError overloaded when the process or the client has no memory left
 */
function reserveUploadMemory(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, clientKey }: { files: NonNullable<Endpoint['files']>; clientKey: string },
): void {
  // The parser would wait forever for the end of a request that was broken off before it started.
  if (request.raw.destroyed && !request.raw.complete) throw brokenOffError()
  // The client is gone, so no event would release the memory. All bytes that it sent are in the buffer of the socket.
  if (reply.raw.destroyed) return
  const maxBytes = (files.max + 1) * imageLimits.bytes
  const requestBytes = Math.min(maxBytes, Number(request.headers['content-length'] ?? maxBytes))
  if (
    reservedBytes + requestBytes > maxUploadMemory ||
    reservedFor(clientKey) + requestBytes > maxUploadMemoryPerClient
  )
    throw apiError('overloaded', { retryAfter: 5 })
  reserve(clientKey, requestBytes)
  reply.raw.once('close', () => reserve(clientKey, -requestBytes))
}

const reservedFor = (clientKey: string) => reservedByClient.get(clientKey) ?? 0

function reserve(clientKey: string, requestBytes: number): void {
  reservedBytes += requestBytes
  const clientBytes = reservedFor(clientKey) + requestBytes
  if (clientBytes > 0) reservedByClient.set(clientKey, clientBytes)
  else reservedByClient.delete(clientKey)
}

type Multipart = { uploads: Upload[]; fields: Record<string, string> }

/**
 * Reads a multipart request within the endpoint's limits.
 * @throws ApiError no_file, too_many_files, too_big, malformed_request; validation_failed for too few files
 */
async function readMultipart(request: FastifyRequest, files: NonNullable<Endpoint['files']>): Promise<Multipart> {
  const noFileError = () => apiError('no_file', { values: { purpose: files.purpose ?? 'diagnosis' } })
  if (!request.isMultipart()) throw noFileError()
  const uploads: Upload[] = []
  const fields: Record<string, string> = Object.create(null)
  try {
    const parts = request.parts({
      // Accepts one file more than allowed, to tell "too many" from "malformed".
      limits: {
        fileSize: imageLimits.bytes,
        files: files.max + 1,
        fields: 20,
        fieldSize: 10_000,
        parts: files.max + 25,
      },
    })
    for await (const part of parts) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw apiError('malformed_request')
        fields[part.fieldname] = String(part.value)
        continue
      }
      const bytes = await part.toBuffer()
      if (part.fieldname !== files.field) continue
      if (uploads.length === files.max) throw tooManyFilesError(files.max)
      uploads.push({ name: part.filename, bytes })
    }
  } catch (error) {
    throw toMultipartError(error, files, uploads.length)
  }
  const { field, min, max } = files
  if (uploads.length === 0 && min > 0) throw noFileError()
  if (uploads.length < min) throw fieldError(field, 'field.file_count', { min, max })
  return { uploads, fields }
}

/** Returns the error that Node reports for a request whose client closed the connection. */
const brokenOffError = () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' })

const tooManyFilesError = (max: number) => apiError('too_many_files', { values: { max } })

/**
 * Maps a parser error to an ApiError. `index` is the zero-based position of the file being read, reported if several
 * are allowed.
 */
function toMultipartError(error: unknown, { field, max }: NonNullable<Endpoint['files']>, index: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return apiError('too_big', max === 1 ? {} : { fields: [{ field: `${field}.${index}`, key: 'error.too_big' }] })
  if (code === 'FST_FILES_LIMIT') return tooManyFilesError(max)
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT' || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return apiError('malformed_request')
  // busboy's errors for malformed streams have no code; its "needle" is the boundary.
  if (error instanceof Error && /multipart|boundary|needle|unexpected end|malformed|premature/i.test(error.message))
    return apiError('malformed_request')
  return error
}
