import { z } from 'zod'
import { apiKeyPrefix, apiKeyScopes } from './api-key-scopes.ts'
import { contract } from './contract.ts'
import { type Call, callsOf, commonErrors, type Endpoint, errorCodes, supportsIdempotencyKey } from './endpoint.ts'
import { errorReply, errorStatus } from './errors.ts'
import { describeLimits } from './rate-limits.ts'

type Json = Record<string, unknown>

/** Returns the OpenAPI 3.1 document of the contract, generated from the schemas that validate requests. */
export function openApiDocument(serverUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const [feature, endpoints] of Object.entries(contract))
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints))
      for (const call of callsOf(endpoint)) {
        const operationId = call === endpoint ? name : `${name}By${call.method}`
        paths[call.path] = {
          ...paths[call.path],
          [call.method.toLowerCase()]: { operationId, tags: [feature], ...buildOperation(endpoint, call) },
        }
      }
  return {
    openapi: '3.1.0',
    info: { title: 'Kutu', version: '1', description: 'Detect Early. Act Fast. Grow Smart.' },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${apiKeyPrefix}…`,
          description: `An API key from an administrator, with one or more scopes: ${apiKeyScopes.join(', ')}`,
        },
      },
      schemas: { Error: toJsonSchema(errorReply, 'output') },
    },
  }
}

function buildOperation(endpoint: Endpoint, { method }: Call): Json {
  const isBodyInQuery = method === 'GET' && endpoint.body instanceof z.ZodObject
  const content = isBodyInQuery ? undefined : buildRequestContent(endpoint)
  return {
    summary: endpoint.summary,
    description: `For: ${describeAccess(endpoint)}. ${describeLimits(endpoint)}`,
    security: buildSecurity(endpoint),
    parameters: [
      ...buildParameters(endpoint.params, 'path'),
      ...buildParameters(isBodyInQuery ? endpoint.body : endpoint.query, 'query'),
      ...(supportsIdempotencyKey(endpoint) ? [idempotencyKeyHeader] : []),
    ],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: { ...buildSuccessResponse(endpoint), ...buildErrorResponses(endpoint) },
  }
}

/** OpenAPI 3.1 allows the roles or scopes that a call needs with every kind of scheme. */
function buildSecurity({ access, apiKeyScopes }: Endpoint): Json[] {
  if (access === 'anyone') return []
  return [{ bearer: [] }, ...(apiKeyScopes ? [{ apiKey: apiKeyScopes }] : [])]
}

/** Returns who may call an endpoint, in words. */
export const describeAccess = ({ access, apiKeyScopes }: Endpoint): string =>
  apiKeyScopes ? `${access}, or an API key with the ${describeScopes(apiKeyScopes)}` : access

const describeScopes = (scopes: readonly string[]): string =>
  `${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.join(' and ')}`

function buildRequestContent({ body, files, acceptsForm }: Endpoint): Json | undefined {
  if (body) {
    const types = ['application/json', ...(acceptsForm ? ['application/x-www-form-urlencoded'] : [])]
    return Object.fromEntries(types.map(type => [type, { schema: toJsonSchema(body, 'input') }]))
  }
  if (!files) return undefined
  const file = { type: 'string', contentMediaType: 'image/jpeg' }
  const field = files.max === 1 ? file : { type: 'array', items: file, minItems: files.min, maxItems: files.max }
  const fields = files.fields ? (toJsonSchema(files.fields, 'input').properties as Json) : {}
  const schema = { type: 'object', required: [files.field], properties: { [files.field]: field, ...fields } }
  return { 'multipart/form-data': { schema } }
}

const linkHeader = {
  Link: { description: 'RFC 8288, `<…>; rel="next"`, while there are more', schema: { type: 'string' } },
}

function buildSuccessResponse({ status, reply, summary, isLinkPaginated, isEventStream, contentType }: Endpoint): Json {
  const type = isEventStream ? 'text/event-stream' : (contentType ?? 'application/json')
  const content = status === 204 ? {} : { content: { [type]: { schema: toJsonSchema(reply, 'output') } } }
  return { [status]: { description: summary, ...(isLinkPaginated ? { headers: linkHeader } : {}), ...content } }
}

const idempotencyKeyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A retry with the same key and the same request gets the first reply again and does nothing twice',
  schema: { type: 'string', maxLength: 200 },
}

function buildErrorResponses(endpoint: Endpoint): Json {
  const byStatus = new Map<number, string[]>()
  for (const code of [...commonErrors, ...errorCodes(endpoint)])
    byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code])
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, codesOfStatus]) => [status, { description: codesOfStatus.join(', '), content }]),
  )
}

function buildParameters(schema: z.ZodObject | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties, required } = toJsonSchema(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || (required?.includes(name) ?? false),
    schema: property,
  }))
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
