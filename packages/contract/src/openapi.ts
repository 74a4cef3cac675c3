import { z } from 'zod'
import { contract } from './all.ts'
import type { Endpoint } from './endpoint.ts'
import { errorReply, errorStatus } from './errors.ts'

type Json = Record<string, unknown>

const everyCall = ['validation_failed', 'malformed_request', 'internal', 'not_ready', 'overloaded'] as const
const signedIn = ['unauthenticated', 'forbidden', 'approval_pending'] as const

/** The OpenAPI 3.1 document of the whole contract, made from the very schemas that check requests. */
export function openApiDocument(address: string): Json {
  const paths: Record<string, Json> = {}
  for (const [feature, calls] of Object.entries(contract))
    for (const [name, endpoint] of Object.entries<Endpoint>(calls))
      for (const method of [endpoint.method, ...(endpoint.alsoAs ?? [])]) {
        const operationId = method === endpoint.method ? name : `${name}By${method}`
        paths[endpoint.path] = {
          ...paths[endpoint.path],
          [method.toLowerCase()]: { operationId, tags: [feature], ...operation(endpoint) },
        }
      }
  return {
    openapi: '3.1.0',
    info: { title: 'Kutu', version: '1', description: 'Detect Early. Act Fast. Grow Smart.' },
    servers: [{ url: address }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: shape(errorReply, 'output') },
    },
  }
}

function operation(endpoint: Endpoint): Json {
  const content = requestContent(endpoint)
  return {
    summary: endpoint.summary,
    description: `For: ${endpoint.who}.`,
    security: endpoint.who === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: { ...success(endpoint), ...failures(endpoint) },
  }
}

function requestContent({ body, files }: Endpoint): Json | undefined {
  if (body) return { 'application/json': { schema: shape(body, 'input') } }
  if (!files) return undefined
  const file = { type: 'string', contentMediaType: 'image/jpeg' }
  const field = files.max === 1 ? file : { type: 'array', items: file, minItems: files.min, maxItems: files.max }
  const fields = files.fields ? (shape(files.fields, 'input').properties as Json) : {}
  const schema = { type: 'object', required: [files.field], properties: { [files.field]: field, ...fields } }
  return { 'multipart/form-data': { schema } }
}

const nextPage = {
  Link: { description: 'RFC 8288, `<…>; rel="next"`, while there are more', schema: { type: 'string' } },
}

function success({ status, reply, summary, isArrayList, isEventStream, textType }: Endpoint): Json {
  const type = isEventStream ? 'text/event-stream' : (textType ?? 'application/json')
  const content = status === 204 ? {} : { content: { [type]: { schema: shape(reply, 'output') } } }
  return { [status]: { description: summary, ...(isArrayList ? { headers: nextPage } : {}), ...content } }
}

function failures(endpoint: Endpoint): Json {
  const words = [...everyCall, ...(endpoint.who === 'anyone' ? [] : signedIn), ...(endpoint.errors ?? [])]
  if (endpoint.limit) words.push('too_many_requests')
  const byStatus = new Map<number, string[]>()
  for (const word of new Set(words)) byStatus.set(errorStatus[word], [...(byStatus.get(errorStatus[word]) ?? []), word])
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, named]) => [status, { description: named.join(', '), content }]),
  )
}

function parameters(schema: z.ZodObject | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties, required } = shape(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (required?.includes(name) ?? false),
    schema: property,
  }))
}

function shape(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
