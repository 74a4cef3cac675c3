import type { Endpoint } from '@kutu/contract/endpoint'
import { storableInput } from '@kutu/contract/storable-input'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { getRequestLanguage } from '../../i18n/request-language.ts'
import { scanUploads } from '../../upload-scanner/scan-uploads.ts'
import { apiError, validationError } from '../api-error.ts'
import { readMultipart, reserveUploadMemory } from '../multipart.ts'
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
  getApp: () => App
  /** Base URL of links in replies; undefined to use the origin of each request. */
  linkBase: string | undefined
  /** True if browsers reach this installation over HTTPS. */
  isSecure: boolean
}

/**
 * Reads the uploads, and validates parameters, query, body and fields with the schemas of the endpoint.
 * @throws ApiError validation_failed; not_found for invalid parameters of the path; errors of `readMultipart` and `scanUploads`
 */
export function validate(options: ValidateOptions, endpoint: Endpoint) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (endpoint.files) reserveUploadMemory(request, reply, { files: endpoint.files, clientKey: clientKeyOf(request) })
    request.parsed = await parseRequest(options, endpoint, request, reply)
    await scanUploads(options.getApp(), request.parsed.uploads ?? [])
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
